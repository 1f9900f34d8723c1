"""Development tools, not part of the program and not shipped."""
