"""Tests of what came of a night."""
