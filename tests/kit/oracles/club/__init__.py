"""Second opinions on the night of a club."""
