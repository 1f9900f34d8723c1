"""The keypad: sixteen keys play a whole game. What each means, and when. No clock, no table."""
