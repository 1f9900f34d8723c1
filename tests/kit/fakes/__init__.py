"""Devices and faults under a test's control."""
