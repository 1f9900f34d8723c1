"""The reasons why a key means nothing now, where a sentence can help."""

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """The reason why a key was rejected. The codes occur in remembered games."""

    CARDS_MISSING = "cards_missing"
    """A hand or the crib is not whole yet."""
    SUITS_ADD_NOTHING = "suits_add_nothing"
    NO_POINTS = "no_points"
    TWO_DIGITS = "two_digits"
    TOO_MANY = "too_many"
    """No hand of so many cards is worth as much."""
    NO_CLAIM = "no_claim"
    NOTHING_TO_REDO = "nothing_to_redo"
    HALF_TYPED = "half_typed"
    """OK was held for something else, before what is typed was finished or taken back."""
    CAME_BETWEEN = "came_between"
    """Another entry made the pending one void."""
    LEFT_ALONE = "left_alone"
    """The pending entry was dropped, as nobody went on with it."""
    ANOTHER_TYPES = "another_types"
    """An entry is pending that the sender of the key did not see."""
    NOT_AGREED = "not_agreed"
    """That a player agrees could not be kept, or the game is not on the table any more."""
    DROPPED = "dropped"
    """The pending entry that the sender of the key saw is gone."""
    RELEASED = "released"
    """A key that does nothing after OK was held has ended that."""


class Rejection(NamedTuple):
    """The reason, and what it is about: how many ``cards`` are missing, or the ``points`` that are
    more than the ``most`` there can be."""

    code: Reason
    cards: int = 0
    points: int = 0
    most: int = 0
