"""Tests of boards, their wiring and their pictures."""
