"""Oracles, fakes, drivers, players and file formats for tests."""
