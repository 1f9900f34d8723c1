"""The boot helper: the one part that may change how the machine starts, and only by known lines."""
