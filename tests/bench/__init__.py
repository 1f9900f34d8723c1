"""Measurements of `make bench`, one question a file; each prints rows for docs/speed.md."""
