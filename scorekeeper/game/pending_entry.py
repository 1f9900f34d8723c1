"""The entry that is being typed on a keypad, as everybody at the table may see it."""

from enum import StrEnum

import msgspec

from scorekeeper.cards import Cards
from scorekeeper.game.actions import Seat, Team
from scorekeeper.game.entry_mode import Entered


class EntryKind(StrEnum):
    """The kind of entry that is being typed."""

    GAME = "game"
    """The game to begin."""
    HAND = "hand"
    CRIB = "crib"
    PEG = "peg"
    """Points by hand."""
    DEALER = "dealer"
    """The dealer, where no card is drawn for it."""
    MUGGINS = "muggins"
    MORE = "more"
    """OK was held: the next key has the meaning printed small on it."""
    SURE = "sure"
    """A key that must be confirmed with OK, as a slip of a finger should not do so much."""


ARMED = frozenset({EntryKind.MORE, EntryKind.SURE})
"""OK was held: the next key may do something that was not asked for."""


class Confirmable(StrEnum):
    """An action that must be confirmed with OK."""

    SHOW = "show"
    DEAL = "deal"
    MISDEAL = "misdeal"
    ABANDON = "abandon"
    OUT = "out"
    """That the player whose turn it is has no cards left."""
    REDO = "redo"
    AGREE = "agree"
    """That a player agrees with the result of a game of a night."""


class Asks(StrEnum):
    """The question about a count before it is entered: Go answers yes, OK no."""

    FLUSH = "flush"
    NOBS = "nobs"
    EITHER = "either"


class PendingEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pending entry: the ``cards`` of the ``wanted`` number, the ``points`` of ``team`` if any
    are typed, what is said of suits, and the ``rules`` of a game to begin with its ``dealer`` and
    what will be ``entered``.

    ``asks``: the question that a count waits for. ``confirms``: the action that waits for OK, or
    for OK held again, such as a deal by ``dealer``; ``seat``: that of the player who would agree.
    ``back``: the points are taken back. ``ghost``: the points that the ghost peg of ``team`` shows.
    """

    kind: EntryKind
    cards: Cards = ()
    wanted: int = 0
    team: Team | None = None
    points: int | None = None
    back: bool = False
    ghost: int = 0
    flush: int = 0
    nobs: bool = False
    asks: Asks | None = None
    rules: str | None = None
    dealer: Seat | None = None
    entered: Entered | None = None
    confirms: Confirmable | None = None
    seat: Seat | None = None
