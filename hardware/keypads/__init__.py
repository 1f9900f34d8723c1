"""Keypads: one module each; hardware.drivers has their rows."""
