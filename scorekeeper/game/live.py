"""The live state of a table: public, and not journaled."""

from typing import Literal, TypeAlias, TypedDict

import msgspec

from scorekeeper.game.assignment import Assignment
from scorekeeper.game.at_show import AtShow
from scorekeeper.game.pending_entry import PendingEntry

Speed: TypeAlias = Literal[1, 2, 4]


class ReplayPosition(msgspec.Struct, frozen=True, kw_only=True):
    """Entry ``at`` of ``of`` in a finished ``game`` (``12.0``), over a ``version`` of the table."""

    game: str
    version: int
    at: int
    of: int
    playing: bool
    speed: Speed


class Live(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The live state. None: none there.

    ``refused_at`` is the second, on the table's ticks, of the last refused key. ``assignment`` is
    the match that a night gives this table; ``at_show`` what phones are in the middle of there.
    """

    pending_entry: PendingEntry | None = None
    refused_at: float | None = None
    replay: ReplayPosition | None = None
    assignment: Assignment | None = None
    at_show: AtShow | None = None


class LiveChanges(TypedDict, total=False):
    """The fields of ``Live``, as keyword arguments."""

    pending_entry: PendingEntry | None
    refused_at: float | None
    replay: ReplayPosition | None
    assignment: Assignment | None
    at_show: AtShow | None


NOTHING_LIVE = Live()
