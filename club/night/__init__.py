"""A night as an immutable value: its entries, decided and applied by pure functions."""
