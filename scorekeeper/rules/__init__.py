"""The games that can be played: one row of data each, and the house rules that may change it."""
