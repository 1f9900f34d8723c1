"""Scoring: points in the play and in the show, each with the cards that earn it."""
