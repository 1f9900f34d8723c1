"""The actions of players; these structs are also the JSON of the API, the journal and replay.

An omitted field is None. Unknown fields and unknown values of ``do`` are errors.
"""

from enum import StrEnum
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from scorekeeper.cards import Card, Cards

Seat: TypeAlias = int
Team: TypeAlias = int
Of: TypeAlias = int | Literal["crib"]
"""A hand to count, by the number of its seat, or the crib."""


class CountedBy(StrEnum):
    """Who counts the hands in the show: the program or the players."""

    PROGRAM = "program"
    PLAYERS = "players"
    """Players claim points: checked at once, or open to muggins if the rules include it."""


class Entered(StrEnum):
    """The part of the game that is entered at the table."""

    CARDS = "cards"
    """Every card."""
    HANDS = "hands"
    """The hands only: people peg the play themselves."""
    POINTS = "points"
    """Points only, no cards."""


class EntryModeChange(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A change of entry mode. A field that is None keeps its value, or takes its default.

    The fields are plain strings, so that an unknown word is decoded and then refused as BAD_VALUE.
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
    """Return the default entry mode, for rules with or without *muggins*."""
    return EntryMode(counted_by=CountedBy.PLAYERS if muggins else CountedBy.PROGRAM)


def snake_case(name: str) -> str:
    """Return *name* in snake case, as in JSON: ``SetMode`` becomes ``set_mode``."""
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
    """Base class of actions; ``do`` names the action in JSON."""


class Start(_Action, frozen=True):
    """Start a match. Without a dealer, players draw for the deal. Without an entry mode, every card
    is entered, and players count if the rules have muggins."""

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
    """Draw a card for the deal."""

    seat: Seat
    card: Card


class Starter(_Action, frozen=True):
    """Turn the starter."""

    card: Card


class Play(_Action, frozen=True):
    """Lay a card. If the seat is not next in turn and the count is above 21, the seats between have
    implicitly said go."""

    card: Card
    seat: Seat | None = None


class Go(_Action, frozen=True):
    """Say go; with ``all``, for every seat that can. With ``out`` it is not a go: the seat has no
    cards left in this deal, because too few were dealt or its hand is dead."""

    seat: Seat | None = None
    all: bool | None = None
    out: bool | None = None


class Show(_Action, frozen=True):
    """End the play and begin the show."""


class Count(_Action, frozen=True):
    """Count a hand: the cards not yet known, claimed suits, and the points if players count. A
    ``passed`` hand scores nothing: it is dead or was thrown in."""

    seat: Seat | None = None
    cards: Cards | None = None
    flush: int | None = None
    nobs: bool | None = None
    claim: int | None = None
    passed: bool | None = msgspec.field(default=None, name="pass")


class Crib(_Action, frozen=True):
    """Count the crib, or pass it. Raises ValueError if neither is given."""

    cards: Cards | None = None
    flush: int | None = None
    nobs: bool | None = None
    claim: int | None = None
    passed: bool | None = msgspec.field(default=None, name="pass")

    def __post_init__(self) -> None:
        if self.cards is None and not self.passed:
            raise ValueError("Object missing required field `cards`")


class Muggins(_Action, frozen=True):
    """Claim the points that another team's count missed."""

    team: Team
    points: int
    of: Of | None = None
    flush: int | None = None
    nobs: bool | None = None


class Misdeal(_Action, frozen=True):
    """The deal was faulty: the same dealer deals again, and points pegged in the play are taken
    back. With ``redeal`` false, only the penalty is paid and the deal goes on (encyclopaedia)."""

    redeal: bool | None = None


class Peg(_Action, frozen=True):
    """Move a team's peg by hand: forwards, or backwards as a correction."""

    team: Team
    points: int
    reason: str | None = None


class Deal(_Action, frozen=True):
    """End this deal and pass the deal to the next dealer, or to the one named."""

    dealer: Seat | None = None


class Rename(_Action, frozen=True):
    """Rename a player."""

    seat: Seat
    name: str


class Abandon(_Action, frozen=True):
    """End the game without a winner."""


class Concede(_Action, frozen=True):
    """Give up: another team wins at the current score."""

    team: Team


class Next(_Action, frozen=True):
    """Start the next game of the match."""


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
    """Undo the latest entry of any kind."""


class Redo(_Action, frozen=True):
    """Redo the entry undone last."""


class Amend(_Action, frozen=True):
    """Replace the actions of entry number ``entry`` with none or several, and delete the later
    entries listed in ``without``."""

    entry: int
    actions: tuple[Action, ...]
    drop_rest: bool | None = None
    without: tuple[int, ...] | None = None


class Annul(_Action, frozen=True):
    """Exclude a finished game, number ``place`` of a match, from statistics; ``counts`` includes it
    again."""

    match: int
    place: int
    counts: bool | None = None


class Same(_Action, frozen=True):
    """Merge the ``names`` of one player, keeping the first; a single name is split off again."""

    names: tuple[str, ...]


Mark: TypeAlias = Annul | Same
"""An action that marks finished games without changing them."""

Asked: TypeAlias = Action | Undo | Redo | Amend | Mark
"""Any request to the table."""
