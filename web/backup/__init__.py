"""Backups on the page: saved, sent back, and those of each night."""
