"""Tests of roles, codes and devices."""
