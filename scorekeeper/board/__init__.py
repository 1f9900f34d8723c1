"""The pegging board: where its holes are, which light stands in each, and what the lights show."""
