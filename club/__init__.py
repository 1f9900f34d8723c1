"""Several tables: who plays whom, what came of it, and the hub that runs the night.

``club/pairing/``, ``club/results/`` and ``club/paper/`` are pure; the hub alone has a clock, files
and a network.

>>> rounds = pair(["Ann", "Ben", "Cleo"], 3, "circle")
>>> rounds[0].tables[0].players, rounds[0].out
(('Ben', 'Cleo'), ('Ann',))
"""

from club.pairing import CannotPair, Round, Seating, pair
from club.results import Result, StandingRow, read_result, standing

__all__ = [
    "CannotPair",
    "Result",
    "Round",
    "Seating",
    "StandingRow",
    "pair",
    "read_result",
    "standing",
]
