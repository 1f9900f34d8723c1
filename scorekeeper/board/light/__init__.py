"""Colours, current and brightness of frames, and the contract of a strip."""
