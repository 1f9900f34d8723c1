"""The board for drawing: geometry of its holes, and the frames of its strip."""
