"""The table as it is: its state as JSON, event streams, and the routes that change it."""
