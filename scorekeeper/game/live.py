"""The live state of a table: public, and not journaled."""

from enum import StrEnum
from typing import Annotated, Final, Literal, Self, TypeAlias, TypedDict

import msgspec
from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import Entered, Of, Seat, Start, Team
from scorekeeper.game.state import Game, Window


class EntryKind(StrEnum):
    """The kind of entry that is being typed."""

    GAME = "game"
    """The game to begin."""
    HAND = "hand"
    CRIB = "crib"
    PEG = "peg"
    """Points by hand."""
    DEALER = "dealer"
    """The dealer, if no card is drawn for it."""
    MUGGINS = "muggins"
    MORE = "more"
    """OK was held: the next key has the meaning printed small on it."""
    SURE = "sure"
    """A key that must be confirmed with OK, against a slip of a finger."""


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
    are typed, the suits claimed, and the ``rules`` of a game to begin with its ``dealer`` and what
    will be ``entered``.

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


class Assignment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The match that this ``table`` is to play in a ``round`` of a ``night``.

    ``start`` begins it; without one the table sits out. ``begun``: it is the match on the table.
    ``place``, once its game is won, is the name of the result, and ``agreed`` says who of the
    players agrees; ``asks``: it is sent only when all do. ``sent``: the hub's broker has it.
    """

    night: str
    round: int
    table: str
    start: Start | None = None
    begun: bool = False
    place: str | None = None
    agreed: tuple[bool, ...] = ()
    asks: bool = False
    sent: bool = False

    def begin(self, typed: Start) -> Start:
        """Return the start of this match if it has not begun and *typed*, which names no player, is
        of the same game; else *typed*."""
        start = self.start
        if start is None or self.begun or typed.rules != start.rules:
            return typed
        return replace(start, dealer=typed.dealer, entry_mode=typed.entry_mode)


Writer: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""A name that a phone gave itself and no other has; it is no secret."""

Matter: TypeAlias = Literal["flush", "nobs"]

Hint: TypeAlias = Literal["more", "less", "less_without_flush", "less_without_flush_more_with"]
"""The way from a wrong claim to the truth."""


class WrongClaim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A checked claim that is wrong, its suit claims, and which of them were ``asked`` about;
    ``hint`` leads to the truth, once it was shown."""

    claim: int
    flush: int = 0
    nobs: bool | None = None
    asked: Annotated[tuple[Matter, ...], msgspec.Meta(max_length=8)] = ()
    hint: Hint | None = None


class UnfinishedCount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The count that a game asks for, as far as phones have it: the ``cards`` typed so far, the
    whole hand ``again`` or those that are missing, its suits if the phone ``gives`` them, and the
    claim that was ``missed``. ``writer`` is the phone that typed last, ``by`` its signature."""

    game: int
    deal: int
    of: Of
    cards: Annotated[tuple[Card, ...], msgspec.Meta(max_length=6)] = ()
    again: bool = False
    gives: bool = False
    missed: WrongClaim | None = None
    writer: str = ""
    by: str = ""

    def is_of(self, game: Game) -> bool:
        """True if *game* asks for this count."""
        deal = game.deal.number if game.deal else None
        return (game.number, deal, game.counting) == (self.game, self.deal, self.of)


class Lesson(msgspec.Struct, frozen=True):
    """The ``line`` of the count made by the entry ``version`` to which the phone ``writer`` has
    come: no other shows more. None once it goes no further."""

    version: int
    writer: Writer
    line: int | None = 0


class MugginsSheet(msgspec.Struct, frozen=True):
    """The phone ``writer`` has the sheet open on which ``team`` calls muggins on ``of``."""

    of: Of
    team: Team
    writer: str = ""

    def is_open(self, game: Game, claims: tuple[Window, ...]) -> bool:
        """True if the team may still call one of the open *claims*."""
        return any(one.of == self.of and self.team in game.may_call(one) for one in claims)


MOST_SHEETS: Final = 24
"""More than phones have open at a table; a writer can be made up for each request."""


class AtShow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All of it: a count, a lesson, and the sheets for muggins."""

    count: UnfinishedCount | None = None
    lesson: Lesson | None = None
    sheets: tuple[MugginsSheet, ...] = ()

    def kept(self, game: Game, version: int, claims: tuple[Window, ...]) -> Self | None:
        """Return what still applies once *game* has that *version* and those *claims* are open;
        None if nothing does."""
        open_sheets = [one for one in dict.fromkeys(self.sheets) if one.is_open(game, claims)]
        left = replace(
            self,
            count=self.count if self.count and self.count.is_of(game) else None,
            lesson=self.lesson if self.lesson and self.lesson.version == version else None,
            sheets=tuple(open_sheets[-MOST_SHEETS:]),
        )
        return None if left == NOTHING_AT_SHOW else left


NOTHING_AT_SHOW = AtShow()


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
