"""`cribble board` at the command line."""
