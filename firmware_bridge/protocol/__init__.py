"""The serial protocol: frames, messages, and pictures as runs of changed pixels. Pure functions."""
