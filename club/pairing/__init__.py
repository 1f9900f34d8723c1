"""The rounds of a night, by movement; pure and deterministic for a given seed."""

from club.pairing.movements import MOVEMENTS, Movement, most_rounds, pair
from club.pairing.round import CannotPair, PlayerId, Round, Seating

__all__ = [
    "MOVEMENTS",
    "CannotPair",
    "Movement",
    "PlayerId",
    "Round",
    "Seating",
    "most_rounds",
    "pair",
]
