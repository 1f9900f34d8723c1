"""Figures over finished games."""
