"""The hub of a club night: its journal, and its link to the broker."""
