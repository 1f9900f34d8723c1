"""Strips, a module each; registered in hardware.drivers."""
