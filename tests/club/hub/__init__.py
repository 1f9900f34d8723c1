"""The hub of a night: its state, its journal, its pages, its broker."""
