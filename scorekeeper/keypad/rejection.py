"""Why a key means nothing as things stand, where a sentence can help whoever pressed it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """Why a key was not taken. The codes stand in remembered games."""

    CARDS_MISSING = "cards_missing"
    """A hand or the crib is not whole yet."""
    SUITS_ADD_NOTHING = "suits_add_nothing"
    NO_POINTS = "no_points"
    TWO_DIGITS = "two_digits"
    NO_CLAIM = "no_claim"
    NOTHING_TO_REDO = "nothing_to_redo"
    HALF_TYPED = "half_typed"
    """OK was held for something else, before what is typed was finished or taken back."""
    CAME_BETWEEN = "came_between"
    """Another entry made void what was typed."""
    LEFT_ALONE = "left_alone"
    """What was typed was dropped, for nobody went on with it."""
    ANOTHER_TYPES = "another_types"
    """Something is half typed that whoever pressed did not see."""
    DROPPED = "dropped"
    """Nothing is half typed any more where whoever pressed saw something."""


class NotNow(NamedTuple):
    """The reason, and how many ``cards`` are missing where that is it."""

    code: Reason
    cards: int = 0
