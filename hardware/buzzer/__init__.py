"""Buzzers, and the sounds that they make; hardware.drivers has their rows."""
