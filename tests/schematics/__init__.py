"""Tests of the wiring drawings."""
