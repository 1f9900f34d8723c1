"""Tests of games by the rules."""
