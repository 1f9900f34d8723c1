"""Strips, one module each; registered in hardware.drivers."""
