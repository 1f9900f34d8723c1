"""Text formats of remembered games, keys, frames and machines."""
