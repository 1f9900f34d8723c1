"""Tests of the tools that make shipped drawings."""
