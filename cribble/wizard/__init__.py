"""The wizard's part in the program: what it finds, lights, hears, writes and prints."""
