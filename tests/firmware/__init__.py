"""Tests of the firmware, on this machine and on an emulated chip."""
