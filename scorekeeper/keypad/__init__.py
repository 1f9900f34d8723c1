"""The meaning of the sixteen keys that play a whole game; pure, without a clock or table."""
