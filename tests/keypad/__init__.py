"""Tests of the sixteen keys."""
