"""Browsers that are no Chromium: each is one module, and a row in ``engines``."""
