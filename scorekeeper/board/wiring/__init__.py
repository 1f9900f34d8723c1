"""Which pixel of the strip lights which hole, and the proof that each has its own."""
