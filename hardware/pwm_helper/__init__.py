"""The PWM helper: a separate process that drives the LEDs, so that only it has to run as root.

The program sends frames over a Unix socket. If it disconnects without a goodbye, the helper leaves
the last frame lit; after a goodbye it turns the LEDs off.
"""
