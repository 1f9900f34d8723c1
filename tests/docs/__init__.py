"""Tests of the documents and the project's rules."""
