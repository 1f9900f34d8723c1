"""Keypads at the table: the pending entry that everybody sees, and the outcome of each key."""
