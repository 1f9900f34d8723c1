"""Small displays, and what they show; hardware.drivers has their rows."""
