"""A table's games, secrets, settings and config in one file, and back."""
