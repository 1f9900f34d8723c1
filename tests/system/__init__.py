"""Tests of the operating system's interfaces."""
