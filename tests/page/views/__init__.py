"""Tests of each view of the page."""
