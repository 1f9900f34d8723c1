"""The meaning of the sixteen keys with which a whole game can be played; pure, without clock or
table."""
