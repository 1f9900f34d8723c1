"""Processes that are killed while they enter something, and what must then still be there."""
