"""Tests of the rounds of a night."""
