"""Tests of backups: creation, retention, rejection and restore."""
