"""Tests: examples, remembered games, properties and faults, with the shared test kit."""
