"""The actions of players. These structs are also the JSON of the API, the journal and replay.

A field that is None was left out. Unknown fields and unknown ``do`` cannot be read.
"""

from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from scorekeeper.cards import Card, Cards

Seat: TypeAlias = int
Team: TypeAlias = int
Of: TypeAlias = int | Literal["crib"]
"""The count of a seat's hand or of the crib."""


class CountedBy(StrEnum):
    """The counters of the hands at the show: the program or the players."""

    PROGRAM = "program"
    PLAYERS = "players"
    """Players claim points: checked at once, or open to muggins if the rules have it."""


class Entered(StrEnum):
    """The part of the game that is entered at the table."""

    CARDS = "cards"
    """Every card."""
    HANDS = "hands"
    """The hands only: people peg the play themselves."""
    POINTS = "points"
    """Points only, no card."""


class EntryModeChange(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The entry mode that an action asks for; a field that is None stays, or has its default.

    Plain text: another word can be read, and is refused as BAD_VALUE.
    """

    counted_by: Annotated[str, Meta(extra_json_schema={"enum": list(CountedBy)})] | None = None
    entered: Annotated[str, Meta(extra_json_schema={"enum": list(Entered)})] | None = None


class EntryMode(msgspec.Struct, frozen=True, kw_only=True):
    """The entry mode in force."""

    counted_by: CountedBy = CountedBy.PROGRAM
    entered: Entered = Entered.CARDS

    @property
    def change(self) -> EntryModeChange:
        """The change that leads to this mode from any other."""
        return EntryModeChange(counted_by=self.counted_by, entered=self.entered)


def default_mode(*, muggins: bool) -> EntryMode:
    """Return the mode of a match that names none, by rules with or without *muggins*."""
    return EntryMode(counted_by=CountedBy.PLAYERS if muggins else CountedBy.PROGRAM)


def snake_case(name: str) -> str:
    """Return *name* as JSON writes it: ``SetMode`` is ``set_mode``."""
    return "".join("_" + c.lower() if c.isupper() else c for c in name).lstrip("_")


class _Action(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="do",
    tag=snake_case,
):
    """Base of actions; JSON names the action in ``do``."""


class Start(_Action, frozen=True):
    """Begin a match. Without a dealer the players draw for it; without an entry mode every card is
    entered, and players count if the rules have muggins."""

    rules: str
    players: tuple[str, ...]
    options: dict[str, Any] | None = None
    dealer: Seat | None = None
    scores: tuple[int, ...] | None = None
    captains: tuple[Seat, ...] | None = None
    entry_mode: EntryModeChange | None = None


class SetMode(_Action, frozen=True):
    """Change the entry mode of the match."""

    entry_mode: EntryModeChange


class Draw(_Action, frozen=True):
    """Show the card drawn for the deal."""

    seat: Seat
    card: Card


class Starter(_Action, frozen=True):
    """Turn the starter."""

    card: Card


class Play(_Action, frozen=True):
    """Lay a card. A later seat above a count of 21 means that those between said go."""

    card: Card
    seat: Seat | None = None


class Go(_Action, frozen=True):
    """Say go; with ``all`` for every seat. With ``out`` it is no go: too few cards
    were dealt or the hand is dead, and the seat has none left to the end of the deal."""

    seat: Seat | None = None
    all: bool | None = None
    out: bool | None = None


class Show(_Action, frozen=True):
    """Leave the play for the show."""


class Count(_Action, frozen=True):
    """Show a hand: the cards not yet known, suits that are claimed, and the points if claimed.

    One that is ``passed`` counts nothing: a dead hand, or one thrown in.
    """

    seat: Seat | None = None
    cards: Cards | None = None
    flush: int | None = None
    nobs: bool | None = None
    claim: int | None = None
    passed: bool | None = msgspec.field(default=None, name="pass")


class Crib(_Action, frozen=True):
    """Show the crib, or pass it. Raises ValueError for neither."""

    cards: Cards | None = None
    flush: int | None = None
    nobs: bool | None = None
    claim: int | None = None
    passed: bool | None = msgspec.field(default=None, name="pass")

    def __post_init__(self) -> None:
        if self.cards is None and not self.passed:
            raise ValueError("Object missing required field `cards`")


class Muggins(_Action, frozen=True):
    """Call the points that another team's claim missed."""

    team: Team
    points: int
    of: Of | None = None
    flush: int | None = None
    nobs: bool | None = None


class Misdeal(_Action, frozen=True):
    """The deal was wrong: the same dealer deals again, and what was pegged in the play goes back.
    With ``redeal`` false the fault is only paid, and this deal goes on (E)."""

    redeal: bool | None = None


class Peg(_Action, frozen=True):
    """Move a team's peg by hand, forward or, to correct it, back."""

    team: Team
    points: int
    reason: str | None = None


class Deal(_Action, frozen=True):
    """Leave the rest of this deal to the next dealer, or to the one named."""

    dealer: Seat | None = None


class Rename(_Action, frozen=True):
    """Give a player another name."""

    seat: Seat
    name: str


class Abandon(_Action, frozen=True):
    """Leave the game without a winner."""


class Concede(_Action, frozen=True):
    """Give up: another team wins at the score as it is."""

    team: Team


class Next(_Action, frozen=True):
    """Begin the next game of the match."""


Action: TypeAlias = (
    Start
    | SetMode
    | Draw
    | Starter
    | Play
    | Go
    | Show
    | Count
    | Crib
    | Muggins
    | Misdeal
    | Peg
    | Deal
    | Rename
    | Abandon
    | Concede
    | Next
)


class Undo(_Action, frozen=True):
    """Take back the last thing done, of any kind."""


class Redo(_Action, frozen=True):
    """Do the last undone thing again."""


class Amend(_Action, frozen=True):
    """Put other actions, none or several, in the place of entry number ``entry``, and none in that
    of later entries to do ``without``."""

    entry: int
    actions: tuple[Action, ...]
    drop_rest: bool | None = None
    without: tuple[int, ...] | None = None


class Annul(_Action, frozen=True):
    """Leave finished game number ``place`` of a match out of figures, or with ``counts`` bring it
    back."""

    match: int
    place: int
    counts: bool | None = None


class Same(_Action, frozen=True):
    """Join the ``names`` of one player, who keeps the first; a single name is parted again."""

    names: tuple[str, ...]


Mark: TypeAlias = Annul | Same
"""Says something of finished games, and changes none."""

Asked: TypeAlias = Action | Undo | Redo | Amend | Mark
"""Anything that may be asked of the table."""
