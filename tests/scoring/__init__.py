"""Tests of the points for cards."""
