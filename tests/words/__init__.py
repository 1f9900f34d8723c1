"""Tests of sentences in both languages."""
