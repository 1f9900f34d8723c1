"""Tests of the config: files, keys, overrides and errors."""
