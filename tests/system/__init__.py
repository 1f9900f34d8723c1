"""The operating system around the program."""
