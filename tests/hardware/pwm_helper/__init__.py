"""The PWM helper: what is said over its socket, its process, and the library behind it."""
