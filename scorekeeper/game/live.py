"""The live state of a table: public, and not stored in the journal."""

from enum import StrEnum
from typing import Annotated, Final, Literal, Self, TypeAlias, TypedDict

import msgspec
from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.game.actions import Entered, Of, Seat, Start, Team
from scorekeeper.game.state import Game, Window


class EntryKind(StrEnum):
    """The kind of a pending entry."""

    GAME = "game"
    """A game to start."""
    HAND = "hand"
    CRIB = "crib"
    PEG = "peg"
    """Points pegged by hand."""
    DEALER = "dealer"
    """The dealer, if players do not draw for the deal."""
    MUGGINS = "muggins"
    MORE = "more"
    """OK is held: the next key has its second meaning, in small print on the key."""
    SURE = "sure"
    """A key to confirm with OK, in case it was pressed by mistake."""


ARMED = frozenset({EntryKind.MORE, EntryKind.SURE})
"""Kinds of entry while OK is held: the next key may mean an action that is not due."""


class Confirmable(StrEnum):
    """An action to confirm with OK."""

    SHOW = "show"
    DEAL = "deal"
    MISDEAL = "misdeal"
    ABANDON = "abandon"
    OUT = "out"
    """The player whose turn it is has no cards left."""
    REDO = "redo"
    AGREE = "agree"
    """A player agrees with the result of a game on a club night."""


class Asks(StrEnum):
    """A question about a count before it is entered; the Go key answers yes, OK answers no."""

    FLUSH = "flush"
    NOBS = "nobs"
    EITHER = "either"


class PendingEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A pending entry: the ``cards`` typed out of ``wanted``, the ``points`` of ``team``, claimed
    suits; and for a new game its ``rules``, ``dealer`` and what will be ``entered``.

    ``asks``: the question that a count waits for. ``confirms``: the action that OK, or OK held
    again, will trigger, such as a deal by ``dealer``; ``seat``: the player who would agree.
    ``back``: the points are subtracted. ``ghost``: the points that the ghost peg of ``team`` shows.
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
    """The match assigned to this ``table`` for a ``round`` of a ``night``.

    ``start`` starts it; None if the table sits out. ``begun``: it is the match on the table.
    ``place``: the id of the result once the game is won. ``agreed``: by seat, true if the player
    agrees. ``asks``: the result is sent only when all agree. ``sent``: the hub's broker has it.
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
        """Return the start of the assigned match if it has not begun and *typed* names no players
        and has the same rules; otherwise *typed*."""
        start = self.start
        if start is None or self.begun or typed.rules != start.rules:
            return typed
        return replace(start, dealer=typed.dealer, entry_mode=typed.entry_mode)


Writer: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
"""A unique id that a phone chose for itself; not a secret."""

Matter: TypeAlias = Literal["flush", "nobs"]

Hint: TypeAlias = Literal["more", "less", "less_without_flush", "less_without_flush_more_with"]
"""The direction in which a claim is wrong: the hand is worth more, or less."""


class WrongClaim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A checked claim that is wrong, with its suit claims, and the questions that were ``asked``;
    ``hint`` is set once it has been shown."""

    claim: int
    flush: int = 0
    nobs: bool | None = None
    asked: Annotated[tuple[Matter, ...], msgspec.Meta(max_length=8)] = ()
    hint: Hint | None = None


class UnfinishedCount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The count that phones have typed so far: the ``cards``, either the whole hand (``again``) or
    those missing, whether the phone ``gives`` suits, and the ``missed`` claim.

    ``writer`` is the phone that typed last, ``by`` its name.
    """

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
        """True if *game* is waiting for this count."""
        deal = game.deal.number if game.deal else None
        return (game.number, deal, game.counting) == (self.game, self.deal, self.of)


class Lesson(msgspec.Struct, frozen=True):
    """The ``line`` of the count of entry ``version`` that the phone ``writer`` has reached; other
    phones show the count up to that line. None once the lesson is over."""

    version: int
    writer: Writer
    line: int | None = 0


class MugginsSheet(msgspec.Struct, frozen=True):
    """A sheet, open on the phone ``writer``, in which ``team`` calls muggins on ``of``."""

    of: Of
    team: Team
    writer: str = ""

    def is_open(self, game: Game, claims: tuple[Window, ...]) -> bool:
        """True if the team may still call muggins on one of *claims*."""
        return any(one.of == self.of and self.team in game.may_call(one) for one in claims)


MAX_SHEETS: Final = 24
"""Maximum number of open sheets, a limit against clients that make up a writer per request."""


class AtShow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The unfinished interactions of the show: a count, a lesson, and muggins sheets."""

    count: UnfinishedCount | None = None
    lesson: Lesson | None = None
    sheets: tuple[MugginsSheet, ...] = ()

    def with_count(self, typed: UnfinishedCount, game: Game) -> Self:
        """Return the interactions after a phone typed the count *typed*: unchanged if *game*
        expects another count, or while another phone is typing, unless its cards are the same."""
        known, due = self.count, game.due_hand
        if due is None or not typed.is_of(game):
            return self
        wanted = due.size if known and known.again else due.missing
        is_others = known and typed.writer != known.writer and typed.cards != known.cards
        if known and is_others and 0 < len(known.cards) < wanted:
            return self
        assert game.rules
        count = typed if game.rules.only_checks_claims else replace(typed, missed=None)
        return replace(self, count=count)

    def kept(self, game: Game, version: int, claims: tuple[Window, ...]) -> Self | None:
        """Return the interactions that still apply to *game* at *version* with these open *claims*;
        None if there are none."""
        open_sheets = [one for one in dict.fromkeys(self.sheets) if one.is_open(game, claims)]
        left = replace(
            self,
            count=self.count if self.count and self.count.is_of(game) else None,
            lesson=self.lesson if self.lesson and self.lesson.version == version else None,
            sheets=tuple(open_sheets[-MAX_SHEETS:]),
        )
        return None if left == NOTHING_AT_SHOW else left


NOTHING_AT_SHOW = AtShow()


Speed: TypeAlias = Literal[1, 2, 4]


class ReplayPosition(msgspec.Struct, frozen=True, kw_only=True):
    """Entry ``at`` of ``of`` in the finished ``game`` (``12.0``), replayed over ``version`` of the
    table."""

    game: str
    version: int
    at: int
    of: int
    playing: bool
    speed: Speed


class QuizAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The ``points`` that ``hand``, its cards and the starter, is worth according to ``by``, a
    player or a phone."""

    hand: Annotated[tuple[Card, ...], msgspec.Meta(max_length=7)]
    points: Annotated[int, msgspec.Meta(ge=0, le=40)]
    by: str = ""


class Live(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The live state; None means absent.

    ``refused_at``: the time, in ticks of the table, at which a key was last refused.
    ``assignment``: the match that a club night assigns to this table. ``at_show``: interactions
    that phones have not finished. ``quiz``: the latest answers to the quiz.
    """

    pending_entry: PendingEntry | None = None
    refused_at: float | None = None
    replay: ReplayPosition | None = None
    assignment: Assignment | None = None
    at_show: AtShow | None = None
    quiz: tuple[QuizAnswer, ...] = ()


class LiveChanges(TypedDict, total=False):
    """The fields of ``Live``, as keyword arguments."""

    pending_entry: PendingEntry | None
    refused_at: float | None
    replay: ReplayPosition | None
    assignment: Assignment | None
    at_show: AtShow | None
    quiz: tuple[QuizAnswer, ...]


NOTHING_LIVE = Live()
