"""The entry mode of a match: who counts the hands, and what is entered.

No rule depends on it. It is part of the live state, so that every phone and keypad asks alike.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

import msgspec

from scorekeeper.game.state import Phase
from scorekeeper.rules.variants import RULES


class CountedBy(StrEnum):
    """The one who counts the hands."""

    PROGRAM = "program"
    CHECK = "check"
    """The player first; the program checks and corrects the claim."""
    MUGGINS = "muggins"
    """The player; others may call what the claim missed."""


class Entered(StrEnum):
    """The entries that people make at the table."""

    CARDS = "cards"
    """Every card."""
    HANDS = "hands"
    """The hands only: people peg the play themselves."""
    POINTS = "points"
    """Points only, no card."""


HeadStart: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=362)]
"""Points at the start: below the highest target there is."""

MOST_TEAMS: Final = max(len(row.teams) for row in RULES.values())


class EntryMode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The mode of a match: who counts, what is entered, and each team's head start (empty: 0 for
    all)."""

    counted_by: CountedBy
    entered: Entered
    head_start: Annotated[tuple[HeadStart, ...], msgspec.Meta(max_length=MOST_TEAMS)] = ()


PEGGED_BY_HAND: Final[Mapping[Entered, frozenset[Phase]]] = {
    Entered.CARDS: frozenset(),
    Entered.HANDS: frozenset({Phase.PLAY}),
    Entered.POINTS: frozenset({Phase.CUT, Phase.PLAY, Phase.SHOW}),
}
"""The phases in which people peg points and no card is asked for."""
