"""Independent implementations to compare the program with."""
