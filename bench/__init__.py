"""Benchmarks: each figure is compared with a limit, or with a peer measured in the same run."""
