"""The entries of the hub's journal, one for each decision of a night, and their refusal.

The journal keeps entries as JSON; new fields need a default, so that older nights can be read.
"""

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from club.pairing import Round
from scorekeeper.words import Fault


class Why(StrEnum):
    """The reason for which an entry was refused; nothing changed."""

    NO_NIGHT = "no_night"
    NO_SUCH = "no_such"
    NOT_NOW = "not_now"
    TAKEN = "taken"
    BAD_VALUE = "bad_value"
    DIFFERENT = "different"
    WATCHING = "watching"


class Refused(Fault):
    """An entry that cannot be now; the sentence says why, and what can."""

    def __init__(self, why: Why, sentence: str, **values: Any) -> None:
        super().__init__(sentence, **values)
        self.why = why


Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9._-]+$")]
"""A player's, as in ``p12``; or that of a device on the broker."""
Label: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
"""The label of a table, as the pairing has it."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=200)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Skunks: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
"""1, or 2 for a double skunk."""
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]

MOST_PLAYERS: Final = 200
"""In one night, as in a pairing: more than the halls of most clubs hold."""
MOST_ROUNDS: Final = 60


Hand: TypeAlias = Literal["hand_24", "hand_28", "hand_29", "four_of_a_kind"]
PHONE: Final = "phone"
"""The ``device`` of a feat that a player entered."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """An entry; ``do`` is its kind."""


class Open(Struct, tag="open", frozen=True):
    """A new night; the one before is over, and belongs to the season."""

    night: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d(-\d{1,3})?$")]


class Enrol(Struct, tag="enrol", frozen=True):
    """A new player of the club, who is there tonight. A ``house`` player only fills a seat.

    Here, in Arrive and in Leave ``rounds`` are those not yet begun, paired again; None: unchanged.
    """

    name: Name
    id: Id | None = None
    house: bool = False
    rounds: tuple[Round, ...] | None = None


class Rename(Struct, tag="rename", frozen=True):
    """Another name for a player."""

    id: Id
    name: Name


class Arrive(Struct, tag="arrive", frozen=True):
    """A player is here, and is paired from now on."""

    id: Id
    rounds: tuple[Round, ...] | None = None


class Leave(Struct, tag="leave", frozen=True):
    """A player has gone, and is no longer paired."""

    id: Id
    rounds: tuple[Round, ...] | None = None


class Phone(Struct, tag="phone", frozen=True):
    """Assigns a phone to a player, by the digest of its id; None frees the player for another."""

    id: Id
    phone: str | None


class Plan(Struct, tag="plan", frozen=True, kw_only=True):
    """The plan of a night. ``minutes`` is the clock of a round, 0 for none; ``agree`` is False
    where a table's result needs no tap of its players; ``seed`` shuffles who meets whom."""

    movement: Label = "circle"
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 9
    scoring: Label = "acc"
    rules: Label = "acc"
    target: Annotated[int, Meta(ge=31, le=181)] = 121
    minutes: Annotated[int, Meta(ge=0, le=240)] = 0
    seed: Annotated[int, Meta(ge=0, le=2**31)] = 1
    agree: bool = True


class Pair(Struct, tag="pair", frozen=True):
    """The rounds from ``start`` on, as they are to be played. The first pairing begins the night.

    Asked for without ``rounds``, they follow from the plan.
    """

    start: RoundNumber = 1
    rounds: tuple[Round, ...] = ()


class NextRound(Struct, tag="round", frozen=True):
    """A round begins."""

    round: RoundNumber


class Claim(Struct, tag="claim", frozen=True):
    """A player says how the game ended: ``won`` or lost, and by how many points; ``phone`` is the
    digest of the phone on which that was typed."""

    player: Id
    round: RoundNumber
    won: bool
    margin: Annotated[int, Meta(ge=1, le=181)]
    skunk: Skunks = 0
    phone: Annotated[str, Meta(max_length=40)] = ""


class Reported(Struct, tag="reported", frozen=True):
    """A table on the broker says how a game ended, or, without ``scores``, that it has not.

    ``place`` is the match and place of the game in that table's own journal.
    """

    device: Id
    place: Annotated[str, Meta(max_length=40)]
    round: RoundNumber
    players: tuple[Id, ...] = ()
    scores: tuple[Score, ...] | None = None
    skunk: Skunks = 0
    sent: Annotated[str, Meta(max_length=40)] = ""


class Noted(Struct, tag="noted", frozen=True):
    """A great hand of a player, as reported by a table, the ``device``, by the player's PHONE, or,
    without one, by the director. ``undone`` takes it back."""

    player: Id
    round: RoundNumber
    feat: Hand
    device: Annotated[str, Meta(max_length=32)] = ""
    undone: bool = False


class Rule(Struct, tag="rule", frozen=True):
    """The director says how a game ended; without ``scores``, that it does not count. ``lifted``
    takes an earlier ruling back: what players and tables said holds again."""

    round: RoundNumber
    table: Label
    scores: tuple[Score, Score] | None = None
    skunk: Skunks = 0
    lifted: bool = False


class Hide(Struct, tag="hide", frozen=True):
    """Standings are hidden until the end, or shown."""

    hidden: bool


class Season(Struct, tag="season", frozen=True):
    """The nights of the season: those ``since`` a date, all if it is empty. Only the ``best``
    nights of each player count; 0 means all."""

    since: Annotated[str, Meta(pattern=r"^(\d{4}-\d\d-\d\d)?$")] = ""
    best: Annotated[int, Meta(ge=0, le=366)] = 0


class End(Struct, tag="end", frozen=True):
    """The night is over."""


class Undo(Struct, tag="undo", frozen=True):
    """An earlier entry of the director holds no more; by default the last that does."""

    of: int | None = None


class Redo(Struct, tag="redo", frozen=True):
    """An entry that was undone holds again; by default the one undone last."""

    of: int | None = None


Ruling: TypeAlias = (
    Open
    | Enrol
    | Rename
    | Arrive
    | Leave
    | Phone
    | Plan
    | Pair
    | NextRound
    | Rule
    | Hide
    | Noted
    | Season
    | End
)
"""An entry of the director."""

Entry: TypeAlias = Ruling | Claim | Reported | Undo | Redo

encode: Final = msgspec.json.Encoder().encode
"""An entry as the journal keeps it."""
decode: Final = msgspec.json.Decoder(Entry).decode
"""An entry from the journal. Raises msgspec.DecodeError."""
