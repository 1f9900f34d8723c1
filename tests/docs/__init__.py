"""Tests that hold the documents, and the rules of the house."""
