"""What has been typed so far: everybody at the table may see it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.entry_mode import Enters


class What(StrEnum):
    """What is being typed."""

    GAME = "game"
    """Which game to begin."""
    HAND = "hand"
    CRIB = "crib"
    PEG = "peg"
    """Points by hand."""
    DEALER = "dealer"
    """Who deals, where no card is drawn for it."""
    MUGGINS = "muggins"
    MORE = "more"
    """OK was held: the next key means what is printed small on it."""
    SURE = "sure"
    """That key would do more than a slip of a finger should: it stands with OK."""


class Deed(StrEnum):
    """What is done only once OK says so."""

    SHOW = "show"
    DEAL = "deal"
    MISDEAL = "misdeal"
    ABANDON = "abandon"
    REDO = "redo"


class Half(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A half-typed entry: ``cards`` of the ``wanted``, ``points`` of ``team`` if any are typed,
    what is said of suits, the ``rules`` of a game to begin, its ``dealer``, what one ``enters``,
    and the ``deed`` that waits for OK, or for OK held again.

    ``back``: the points are taken back. ``ghost`` are those that the ghost peg of ``team`` shows.
    """

    what: What
    cards: Cards = ()
    wanted: int = 0
    team: Team | None = None
    points: int | None = None
    back: bool = False
    ghost: int = 0
    flush: int = 0
    nobs: bool = False
    rules: str | None = None
    dealer: Seat | None = None
    enters: Enters | None = None
    deed: Deed | None = None
