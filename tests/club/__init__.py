"""Nights at several tables."""
