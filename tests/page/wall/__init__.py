"""The display for a wall or tablet, on every screen."""
