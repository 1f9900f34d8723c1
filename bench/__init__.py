"""Benchmarks: what Cribble takes, beside a limit or beside a peer in the same run."""
