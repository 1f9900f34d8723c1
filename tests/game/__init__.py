"""Tests of the rules at work."""
