"""The pegging board: its holes, the pixel of each hole, and the frames that the lights show."""
