"""Tests of the wizard: what it finds, lights and writes, and its page."""
