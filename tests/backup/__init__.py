"""Tests of copies of everything: made, kept, refused and brought back."""
