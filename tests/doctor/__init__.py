"""Tests of the doctor: every check on machines written as text."""
