"""Several tables, measured."""
