"""Instruments of the benchmarks: crowds of phones, stopwatches in the server, fingers, years."""
