"""Tests of the doctor: every check on machines described as text."""
