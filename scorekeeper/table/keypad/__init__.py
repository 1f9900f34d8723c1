"""Keypads at the table: the half-typed entry that everybody sees, and what comes of each key."""
