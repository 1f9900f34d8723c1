"""The terminal that the program runs in: what can be written in it, and what stays at its end."""
