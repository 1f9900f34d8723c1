"""The pegging board: its holes, the pixel of each hole, and the picture that the lights show."""
