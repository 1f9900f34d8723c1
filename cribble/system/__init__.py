"""The operating system around the program: its clock, network, log, signals and watchdog."""
