"""A table that plays by itself, to show a finished board."""
