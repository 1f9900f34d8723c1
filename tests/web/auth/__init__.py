"""Tests of rights, codes and devices."""
