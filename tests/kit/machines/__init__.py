"""Whole machines, their packages and networks."""
