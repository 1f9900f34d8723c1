"""Drive the program: browser, terminal, command line, server."""
