"""Tests of the serial protocol and the simulated controller."""
