"""Frames: colours, current and brightness."""
