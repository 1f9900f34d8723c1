"""The command line: command lookup, options, and one-line errors."""
