"""The hub of a night: its journal, and its link to a broker."""
