"""The config: its schema, its files, and what the host changed on top of it."""
