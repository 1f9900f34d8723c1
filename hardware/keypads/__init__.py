"""Keypads, a module each; registered in hardware.drivers."""
