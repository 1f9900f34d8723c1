"""The rounds of a night by a movement, with their tables; pure, and the same for the same seed."""

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
