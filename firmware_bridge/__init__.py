"""The Pi's side of the optional microcontroller that drives the strip: protocol and serial link."""
