"""What is said of a game: cards, people, points, prompts, refusals and rules."""
