"""A night as a value: what entries change, and which are refused."""
