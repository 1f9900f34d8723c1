"""The shapes of what the routes answer, apart from the state itself."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from scorekeeper.game.actions import Asked
from scorekeeper.game.events import Award, Notice
from scorekeeper.journal import Finished
from scorekeeper.table import Heard
from web.live.view import Sent


class Wrong(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request ended badly. ``entry`` names the entry on which an amend broke."""

    code: str
    refused: str
    entry: int | UnsetType = UNSET


class Stale(msgspec.Struct, frozen=True):
    """Somebody else was faster: who, and the table as it is now."""

    code: str
    refused: str
    by: str
    snapshot: Sent


class Entered(Sent, frozen=True, kw_only=True):
    """The table after an entry; ``entry`` is the version that answered it."""

    entry: int


class Pressed(Sent, frozen=True, kw_only=True):
    """The table after a key: what came of it, the version that it led to or found, and why it was
    refused, where a sentence can tell."""

    heard: Heard
    entry: int
    why: str | None


class Line(msgspec.Struct, frozen=True):
    """One line of the journal: what was asked, by whom, and what it led to."""

    version: int
    at: str
    by: str
    asked: Asked
    awards: tuple[Award, ...]
    notices: tuple[Notice, ...]


class Lines(msgspec.Struct, frozen=True):
    """Some of the journal, oldest first; ``version`` is its newest line."""

    journal: str
    version: int
    lines: tuple[Line, ...]


class Health(msgspec.Struct, frozen=True):
    """How the program and its parts are, each part in its own words; null where there is none.
    ``strip_fault`` is why the strip is dark, in English; ``keypad`` is how the worst of the keypads
    is, and of each of the ``keypads`` its name, its health and its fault are told."""

    version: str
    uptime: float
    journal: Any
    streams: dict[str, int]
    strip: Any = None
    strip_fault: str | None = None
    keypad: Any = None
    keypads: Any = ()


class Games(msgspec.Struct, frozen=True):
    """Finished games, newest first."""

    games: tuple[Finished, ...]
