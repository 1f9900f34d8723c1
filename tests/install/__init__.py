"""Tests of the whole program on other systems."""
