"""Other machines on the network of a table, and their failures."""
