"""The board on a wall or a tablet, on every screen."""
