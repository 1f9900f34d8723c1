"""Draw a scene on a board."""
