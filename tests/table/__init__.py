"""Tests of the table: entries, undo, correction, preview."""
