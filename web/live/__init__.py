"""The live table: its state as JSON, event streams, and the routes that change it."""
