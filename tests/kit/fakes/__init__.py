"""Devices and faults controlled by tests."""
