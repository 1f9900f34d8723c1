"""What `make bench` measures, one question a file; each prints rows for docs/speed.md."""
