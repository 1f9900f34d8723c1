"""Sentences about a game: cards, people, points, prompts, refusals and rules."""
