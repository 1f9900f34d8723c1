"""The page in browser engines other than Chromium."""
