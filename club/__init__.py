"""Several tables: who plays whom, what came of it, and the hub that runs the night.

``club/pairing/``, ``club/results/`` and ``club/paper/`` are pure; the hub alone has a clock, files
and a network.
"""
