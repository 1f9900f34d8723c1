"""A table in service: the app with its page and lights, from start to signal."""
