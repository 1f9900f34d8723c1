"""The firmware on this machine: its core as a library, its chip emulated."""
