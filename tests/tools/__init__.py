"""Tests of the tools that draw what is shipped."""
