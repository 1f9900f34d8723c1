"""The game as an immutable value: an action is decided into events, which give the next game."""
