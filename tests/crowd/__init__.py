"""Phones by the hundred, and clients that are slow or talk nonsense."""
