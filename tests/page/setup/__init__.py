"""Tests of sitting down on the page."""
