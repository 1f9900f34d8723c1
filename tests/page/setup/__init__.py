"""Tests of the set-up of a match on the page."""
