"""Tests of the HTTP layer."""
