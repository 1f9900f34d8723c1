"""The optional microcontroller between the Pi and the strip: bytes, words and conversation."""
