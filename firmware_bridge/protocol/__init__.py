"""The serial protocol: frames, messages, and images as runs of changed pixels. Pure functions."""
