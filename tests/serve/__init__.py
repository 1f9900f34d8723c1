"""Tests of a running table."""
