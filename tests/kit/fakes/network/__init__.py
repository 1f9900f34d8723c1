"""What a table meets on a network, and how that fails."""
