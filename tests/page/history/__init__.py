"""Tests of past games on the page."""
