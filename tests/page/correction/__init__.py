"""Tests of mistakes put right on the page."""
