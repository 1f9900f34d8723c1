"""Drivers of the program: browser, terminal, command line, server."""
