"""The game as an immutable value: an action is turned into events, which produce the next game."""
