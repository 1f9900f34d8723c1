"""The sixteen keys as a page."""
