"""Independent judges of what the program does."""
