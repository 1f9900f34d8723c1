"""What the board is to show of a table: only what everybody there may see."""

from __future__ import annotations

from itertools import zip_longest

import msgspec

from scorekeeper.game.actions import Team
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Pegs


class Move(msgspec.Struct, frozen=True):
    """A team's pegs now, and the hole ``start`` that its front peg comes from."""

    start: int
    front: int
    back: int

    @property
    def holes(self) -> int:
        """How far the front peg walks, forward or back."""
        return abs(self.front - self.start)


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Pegs before and now, and whose game it is."""

    target: int = 0
    moves: tuple[Move, ...] = ()
    winner: Team | None = None
    just_won: bool = False


EMPTY = Scene()
"""The board before anybody plays."""


def scene_of(snapshot: Snapshot) -> Scene:
    """The scene at *snapshot*: its latest change is what moves."""
    game, before = snapshot.game, snapshot.before
    if not game.rules:
        return EMPTY
    pairs = zip_longest(before.pegs[: len(game.pegs)], game.pegs)
    return Scene(
        target=game.rules.target,
        moves=tuple(_move(was, now) for was, now in pairs),
        winner=game.winner,
        just_won=game.winner is not None and before.winner is None,
    )


def _move(was: Pegs | None, now: Pegs) -> Move:
    """A team that was not there before stands where it begins."""
    return Move(was.front if was else now.front, now.front, now.back)
