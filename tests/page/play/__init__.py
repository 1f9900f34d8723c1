"""Tests of entering and counting on the page."""
