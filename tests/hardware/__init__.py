"""Tests of strips, keypads, buzzers and displays."""
