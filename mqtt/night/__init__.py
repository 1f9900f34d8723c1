"""A night as a table on the broker sees it: its seat, its games, and the record of both."""
