"""A board as a program, behind a line that can be as bad as one likes."""
