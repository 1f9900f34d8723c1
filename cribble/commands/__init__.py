"""One file for each thing that can be asked of the program on the command line."""
