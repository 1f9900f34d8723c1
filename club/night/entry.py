"""The entries of the hub's journal, one type per decision of a night, and refusals.

Entries are stored as JSON; new fields need a default, so that old nights remain readable.
"""

from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from club.pairing.round import Round
from scorekeeper.words import Fault


class Why(StrEnum):
    """The reason for a refusal."""

    NO_NIGHT = "no_night"
    NO_SUCH = "no_such"
    NOT_NOW = "not_now"
    TAKEN = "taken"
    BAD_VALUE = "bad_value"
    DIFFERENT = "different"
    WATCHING = "watching"


class Refused(Fault):
    """The entry is not possible now; the message gives the reason and an alternative. Nothing was
    changed."""

    def __init__(self, why: Why, sentence: str, **values: Any) -> None:
        super().__init__(sentence, **values)
        self.why = why


Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[A-Za-z0-9._-]+$")]
"""The id of a player, such as ``p12``, or of a device on the broker."""
Label: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
"""The label of a table in the pairing."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=200)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Skunks: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
"""Number of skunks: 0, 1, or 2 for a double skunk."""
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]

MAX_PLAYERS: Final = 200
"""Maximum number of players per night, more than most clubs have room for."""
MAX_ROUNDS: Final = 60


Hand: TypeAlias = Literal["hand_24", "hand_28", "hand_29", "four_of_a_kind"]
PHONE: Final = "phone"
"""The ``device`` of a feat entered by a player."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Base class of entries; ``do`` is the kind."""


class Open(Struct, tag="open", frozen=True):
    """Starts a new night; the previous one ends, and counts towards the season."""

    night: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d(-\d{1,3})?$")]


class Enrol(Struct, tag="enrol", frozen=True):
    """Adds a new player to the club, present tonight. A ``house`` player only completes a table.

    ``rounds``, here and in Arrive and Leave: the remaining rounds, paired again; None: unchanged.
    """

    name: Name
    id: Id | None = None
    house: bool = False
    rounds: tuple[Round, ...] | None = None


class Rename(Struct, tag="rename", frozen=True):
    """Changes the name of a player."""

    id: Id
    name: Name


class Arrive(Struct, tag="arrive", frozen=True):
    """Marks a player as present, to be paired from now on."""

    id: Id
    rounds: tuple[Round, ...] | None = None


class Leave(Struct, tag="leave", frozen=True):
    """Marks a player as absent, no longer to be paired."""

    id: Id
    rounds: tuple[Round, ...] | None = None


class Phone(Struct, tag="phone", frozen=True):
    """Assigns a phone, by the digest of its id, to a player; None releases the player's name."""

    id: Id
    phone: str | None


class Plan(Struct, tag="plan", frozen=True, kw_only=True):
    """The plan of a night. ``minutes``: length of a round, 0 if unlimited; ``agree``: False if a
    table's result does not need confirmation by its players; ``seed``: for the random pairing."""

    movement: Label = "circle"
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] = 9
    scoring: Label = "acc"
    rules: Label = "acc"
    target: Annotated[int, Meta(ge=31, le=181)] = 121
    minutes: Annotated[int, Meta(ge=0, le=240)] = 0
    seed: Annotated[int, Meta(ge=0, le=2**31)] = 1
    agree: bool = True


class Pair(Struct, tag="pair", frozen=True):
    """The rounds from ``start`` on. The first pairing starts the night.

    If a request has no ``rounds``, the plan determines them.
    """

    start: RoundNumber = 1
    rounds: tuple[Round, ...] = ()


class NextRound(Struct, tag="round", frozen=True):
    """Starts a round."""

    round: RoundNumber


class PlayerReport(Struct, tag="player_report", frozen=True):
    """A player's report: ``won`` or lost, and by how much; ``phone``: digest of the phone used."""

    player: Id
    round: RoundNumber
    won: bool
    margin: Annotated[int, Meta(ge=1, le=181)]
    skunk: Skunks = 0
    phone: Annotated[str, Meta(max_length=40)] = ""


class Reported(Struct, tag="reported", frozen=True):
    """Adds a result reported by a table on the broker or, without ``scores``, withdraws it.

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
    """A feat of a player, reported by a table (``device``), by the player (PHONE), or by the
    director (empty). ``undone`` removes it."""

    player: Id
    round: RoundNumber
    feat: Hand
    device: Annotated[str, Meta(max_length=32)] = ""
    undone: bool = False


class Rule(Struct, tag="rule", frozen=True):
    """The director's ruling on a result; without ``scores`` the game does not count. ``lifted``
    cancels an earlier ruling, so that reports of players and tables apply again."""

    round: RoundNumber
    table: Label
    scores: tuple[Score, Score] | None = None
    skunk: Skunks = 0
    lifted: bool = False


class Hide(Struct, tag="hide", frozen=True):
    """Hides the standings until the end of the night, or shows them."""

    hidden: bool


class Season(Struct, tag="season", frozen=True):
    """The nights of the season: all ``since`` a date, or all if it is empty. Only the ``best``
    nights of each player count; 0 means all."""

    since: Annotated[str, Meta(pattern=r"^(\d{4}-\d\d-\d\d)?$")] = ""
    best: Annotated[int, Meta(ge=0, le=366)] = 0


class End(Struct, tag="end", frozen=True):
    """Ends the night."""


class Undo(Struct, tag="undo", frozen=True):
    """Undoes an earlier entry of the director, by default the last one in force."""

    of: int | None = None


class Redo(Struct, tag="redo", frozen=True):
    """Restores an undone entry, by default the one undone last."""

    of: int | None = None


OfPlayer: TypeAlias = Enrol | Rename | Arrive | Leave | Phone
"""An entry about a player of the club, with or without a night."""
OfNight: TypeAlias = Plan | Pair | NextRound | Rule | Hide | Noted | End
Ruling: TypeAlias = Open | Season | OfPlayer | OfNight
"""An entry of the director."""

Entry: TypeAlias = Ruling | PlayerReport | Reported | Undo | Redo

encode: Final = msgspec.json.Encoder().encode
"""Encodes an entry for the journal."""
decode: Final = msgspec.json.Decoder(Entry).decode
"""Decodes an entry of the journal. Raises msgspec.DecodeError."""
