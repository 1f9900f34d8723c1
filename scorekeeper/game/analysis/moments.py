"""Moments to celebrate: a great hand, a nineteen, a skunk, a comeback, a win by one."""

from enum import StrEnum
from typing import Final

import msgspec

from scorekeeper.game.actions import Of, Team
from scorekeeper.game.events import Counted, Events, GameWon, Skunk, notices_of
from scorekeeper.game.state import Game

GREAT_HAND: Final = 20
RARE_HAND: Final = 28
"""Points of a hand that is rarer than any kind of win."""
COMEBACK: Final = 4
"""A comeback: the winner was behind by at least the target divided by this."""


class MomentKind(StrEnum):
    """The kind of a moment. ``NINETEEN`` is a hand without points, which no hand can score."""

    HAND = "hand"
    NINETEEN = "nineteen"
    SKUNK = "skunk"
    COMEBACK = "comeback"
    BY_ONE = "by_one"


class Moment(msgspec.Struct, frozen=True):
    """A moment of ``team``. ``of``: the hand or crib that was counted; None for a win. ``points``:
    of the hand, the margin of the win, or for a comeback, how far the team was behind."""

    kind: MomentKind
    team: Team
    points: int
    of: Of | None = None


def moment(events: Events, game: Game) -> Moment | None:
    """Return the moment made by *events*, after which the game is *game*; None if there is none.

    Only counts that the events make public are considered, so an open claim is not given away.
    """
    counts = [notice for notice in notices_of(events) if isinstance(notice, Counted)]
    hands = [
        Moment(
            MomentKind.HAND if count.total else MomentKind.NINETEEN,
            game.team_of(count.seat),
            count.total,
            count.of,
        )
        for count in counts
        if count.total >= GREAT_HAND or count.total == 0
    ]
    best = max(hands, key=lambda hand: hand.points, default=None)
    if best is None or best.points < RARE_HAND:
        best = _win(events, game) or best
    return best


def _win(events: Events, game: Game) -> Moment | None:
    """Return the moment of a game that *events* won; None if it was a plain win."""
    team, margin = game.winner, game.spread
    is_won = any(isinstance(event, GameWon) for event in events)
    if team is None or margin is None or game.is_conceded or not is_won:
        return None
    if any(isinstance(notice, Skunk) for notice in notices_of(events)):
        return Moment(MomentKind.SKUNK, team, margin)
    assert game.rules
    if game.most_behind[team] >= game.rules.target // COMEBACK:
        return Moment(MomentKind.COMEBACK, team, game.most_behind[team])
    return Moment(MomentKind.BY_ONE, team, margin) if margin == 1 else None
