"""The pegging board: where its holes are, which pixel lights each, and what the lights show."""
