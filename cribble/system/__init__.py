"""Operating system: network, log, signals, watchdog, clock."""
