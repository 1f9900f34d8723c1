"""The hub of a club night: its journal, its state, and its link to the broker."""
