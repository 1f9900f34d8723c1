"""Finished games: list, player statistics, quiz, replay and export."""
