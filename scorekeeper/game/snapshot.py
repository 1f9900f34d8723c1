"""The table at one moment, as the page, the strip and the tests may see it."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

import msgspec

from scorekeeper.game.actions import Action
from scorekeeper.game.events import Events
from scorekeeper.game.state import Game

Asides: TypeAlias = Mapping[str, Any]
NO_ASIDES: Final[Asides] = MappingProxyType({})


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One place in the record: the version that first answered here, and what stands there now.

    Usually one action; after an amend none or several. ``by`` says who entered it, ``at`` when
    (ISO 8601, UTC).
    """

    entry: int
    actions: tuple[Action, ...]
    events: Events
    by: str = ""
    at: str = ""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the journal as something that can be taken back: an entry done, or an amend."""

    version: int
    entry: Entry
    amends: bool = False


class Righted(msgspec.Struct, frozen=True, kw_only=True):
    """What the latest line took back, did again or put right, and ``by`` whom."""

    how: Literal["undo", "redo", "amend"]
    change: Change
    by: str = ""


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to see. ``version`` counts journal lines, ``pulse`` every change.

    ``since`` is the second, on the table's ticks, at which the latest line came to be seen: what it
    led to is told from then on, by everybody at the same pace. Asides leave it as it is.

    ``before`` is the game before the latest line, so that pegs can be seen to walk; ``latest`` are
    the events of that line (none after undo, redo and amend, of which ``righted`` tells).
    ``record`` holds the standing entries of this deal, oldest first, those that began the game or
    the deal included.
    """

    journal: str
    version: int
    pulse: int
    game: Game
    before: Game
    since: float = -inf
    latest: Events = ()
    righted: Righted | None = None
    record: tuple[Entry, ...] = ()
    undo: Change | None = None
    redo: Change | None = None
    asides: Asides = NO_ASIDES
