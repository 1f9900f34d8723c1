"""Printed sheets of a night: score cards, the seats of each round, and the standings."""
