"""The running table: wiring, devices, settings, and the main loop."""
