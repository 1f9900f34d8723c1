"""Oracles, fakes, drivers, players and formats that tests share."""
