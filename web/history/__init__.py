"""Finished games: their list, figures by player, quiz, replay and export."""
