"""Backup and restore: games, secrets, settings and config in one file."""
