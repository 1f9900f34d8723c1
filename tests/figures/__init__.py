"""Tests of statistics over finished games."""
