"""The page in engines that are no Chromium: what half of all phones at a table have."""
