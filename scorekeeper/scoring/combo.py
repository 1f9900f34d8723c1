"""A combination: cards and the points that they score together."""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from scorekeeper.cards import Cards


class Why(StrEnum):
    """The reason for points, in the order in which answers list them."""

    FIFTEEN = "fifteen"
    PAIR = "pair"
    PAIR_ROYAL = "pair_royal"
    DOUBLE_PAIR_ROYAL = "double_pair_royal"
    RUN = "run"
    THIRTY_ONE = "thirty_one"
    GO = "go"
    LAST_CARD = "last_card"
    HEELS = "heels"
    FLUSH = "flush"
    NOBS = "nobs"
    CLAIM = "claim"
    FOR_LAST = "for_last"
    MUGGINS = "muggins"
    MISDEAL = "misdeal"
    OVERCOUNT = "overcount"
    PEG = "peg"


class Combo(msgspec.Struct, frozen=True):
    """``points`` (at least 1) for ``cards``, in the order in which they were laid."""

    kind: Why
    cards: Cards
    points: int


Combos: TypeAlias = tuple[Combo, ...]


def total(combos: Combos) -> int:
    """Return the sum of all points."""
    return sum(combo.points for combo in combos)
