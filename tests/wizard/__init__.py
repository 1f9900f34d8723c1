"""Tests of the wizard: what it finds, lights, writes, and the page that leads through it."""
