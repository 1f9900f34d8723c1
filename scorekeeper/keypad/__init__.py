"""The meaning of the sixteen keys that play a whole game; pure, without clock or table."""
