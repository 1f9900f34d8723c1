"""The optional microcontroller between the Raspberry Pi and the strip: bytes, words and conversation."""
