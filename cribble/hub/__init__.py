"""Run the hub of a club night from the command line."""
