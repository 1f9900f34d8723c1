"""Tests of the files for a laser and a 3D printer."""
