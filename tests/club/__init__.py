"""Tests of several tables."""
