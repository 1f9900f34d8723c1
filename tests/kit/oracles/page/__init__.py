"""Second opinions on pages and paper."""
