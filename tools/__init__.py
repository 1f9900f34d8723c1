"""Tools of those who work on Cribble: no part of the program, and not shipped with it."""
