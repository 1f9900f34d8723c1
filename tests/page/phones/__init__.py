"""Tests of phones that come, go and disagree."""
