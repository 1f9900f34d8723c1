"""Sixteen keys play a whole game: what each means, and when. No clock, no table, no wire."""
