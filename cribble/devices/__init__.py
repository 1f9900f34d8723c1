"""Devices of the config: strips, keypads and the microcontroller, with their pins and wires."""
