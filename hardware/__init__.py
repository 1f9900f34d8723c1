"""Devices of the Pi, the network and the terminal: strips, keypads, buzzers and displays."""
