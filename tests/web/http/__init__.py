"""Tests of what every route shares."""
