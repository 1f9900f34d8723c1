"""Tests of a table in service."""
