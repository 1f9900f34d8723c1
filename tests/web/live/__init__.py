"""Tests of the table's state over HTTP."""
