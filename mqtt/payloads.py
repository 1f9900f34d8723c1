"""The MQTT payloads as frozen structs with bounds, and their parser."""

from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mqtt.topics import MAX_NAME_LENGTH, ResultTopic

VERSION: Final = 1
"""The ``v`` of every payload; others are rejected."""

MAX_LENGTH: Final = 64 * 1024
"""Maximum length of a payload in bytes."""

ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
WITHDRAWN: Final = b""
"""The empty payload, which deletes a retained message."""

Version: TypeAlias = Literal[1]
Name: TypeAlias = Annotated[str, Meta(pattern=rf"\A[a-z0-9-]{{1,{MAX_NAME_LENGTH}}}\Z")]
Id: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,32}\Z")]
"""The id of a player in a night, such as ``p12``."""
Place: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_.-]{1,32}\Z")]
"""Match and place of a game in its table's journal, such as ``412.1``."""
Text: TypeAlias = Annotated[str, Meta(max_length=80)]
Signed: TypeAlias = Annotated[int, Meta(ge=-100_000, le=100_000)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
GameScore: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
"""The score of a finished game."""
Round: TypeAlias = Annotated[int, Meta(ge=1, le=200)]
Time: TypeAlias = Annotated[str, Meta(max_length=40)]
"""ISO 8601, UTC."""

T = TypeVar("T")
SomePlayers: TypeAlias = Annotated[tuple[T, ...], Meta(min_length=1, max_length=6)]


class BadPayload(ValueError):
    """A payload is too long, not JSON, of another version, or out of bounds."""


HandType: TypeAlias = Literal["hand_24", "hand_28", "hand_29", "four_of_a_kind"]
EventType: TypeAlias = Literal[
    "points", "heels", "muggins", "skunk", "double_skunk", "win", "match", HandType,
    "undo", "correction",
]  # fmt: skip


class GreatHand(msgspec.Struct, frozen=True, kw_only=True):
    """A great hand, or four of a kind in the play, and its team."""

    event_type: HandType
    team: Annotated[int, Meta(ge=0, le=5)]


class PlayedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """The seat that the current game is played for. ``agreed``: a flag per player.

    ``feats``: great hands of the game; omitted if unknown.
    """

    night: Name
    round: Round
    players: SomePlayers[Id]
    agreed: Annotated[tuple[bool, ...], Meta(max_length=6)] = ()
    feats: Annotated[tuple[GreatHand, ...], Meta(max_length=24)] | UnsetType = UNSET


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The public state of a table. Without a game, lists are empty and other fields null.

    ``pegs``: front and back by team; ``turn`` and ``dealer``: seats; ``seat``: set if the game
    belongs to a night.
    """

    v: Version = VERSION
    table: Name
    phase: Annotated[str, Meta(max_length=16)]
    rules: Annotated[str, Meta(max_length=32)] | None = None
    target: Score | None = None
    players: Annotated[tuple[Text, ...], Meta(max_length=6)] = ()
    teams: Annotated[tuple[tuple[Score, ...], ...], Meta(max_length=6)] = ()
    scores: Annotated[tuple[Score, ...], Meta(max_length=6)] = ()
    pegs: Annotated[tuple[tuple[Score, Score], ...], Meta(max_length=6)] = ()
    dealer: Score | None = None
    turn: Score | None = None
    count: Score | None = None
    deal: Score | None = None
    games: Annotated[tuple[Score, ...], Meta(max_length=6)] = ()
    winner: Score | None = None
    seat: PlayedSeat | None = None
    at: Time = ""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A game event. ``total``: the team's score after it. Undo and correction have only a type."""

    v: Version = VERSION
    event_type: EventType
    team: Score | UnsetType = UNSET
    points: Signed | UnsetType = UNSET
    why: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET
    total: Score | UnsetType = UNSET


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game of a night: ``players`` by seat, ``scores`` by team. ``skunk``: 1 for a
    skunk, 2 for a double skunk."""

    v: Version = VERSION
    night: Name
    round: Round
    table: Name
    place: Place
    players: SomePlayers[Id]
    scores: SomePlayers[GameScore]
    skunk: Annotated[int, Meta(ge=0, le=2)] = 0
    by: Literal["table", "players", "director"] = "table"
    at: Time = ""


class SeatedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=40)]


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """The current players of a table by seat, and their game; no players if it ``sits_out``."""

    v: Version = VERSION
    night: Name
    round: Round
    rules: Annotated[str, Meta(max_length=32)] = "six-card"
    target: Annotated[int, Meta(ge=1, le=1000)] = 121
    players: Annotated[tuple[SeatedPlayer, ...], Meta(max_length=6)] = ()
    sits_out: bool = False


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """The current night. Round 0 means before the first.

    ``agree``: tables send a result only after all players have agreed; ``round_ends``: when the
    time limit of the round expires.
    """

    v: Version = VERSION
    night: Name
    title: Text = ""
    phase: Literal["setup", "play", "between", "over"] = "play"
    round: Annotated[int, Meta(ge=0, le=1000)] = 0
    rounds: Annotated[int, Meta(ge=0, le=1000)] = 0
    movement: Annotated[str, Meta(max_length=32)] = ""
    scoring: Annotated[str, Meta(max_length=32)] = ""
    agree: bool = False
    round_ends: Time | None = None
    at: Time = ""


P = TypeVar("P", bound=msgspec.Struct)


class _Versioned(msgspec.Struct):
    """Any payload: the version is required."""

    v: Version


def read(kind: type[P], payload: bytes) -> P:
    """Decode *payload* as a *kind*. Raises BadPayload with the reason."""
    if len(payload) > MAX_LENGTH:
        raise BadPayload(f"{len(payload)} bytes exceed the limit of {MAX_LENGTH}")
    try:
        msgspec.json.decode(payload, type=_Versioned)
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise BadPayload(str(fault)) from None


def read_result(payload: bytes, topic: ResultTopic) -> Result:
    """Decode the result in *payload*. Raises BadPayload, including if night, table or place differ
    from those in *topic*, which alone is checked by the broker's access list."""
    result = read(Result, payload)
    if (result.night, result.table, result.place) != topic:
        raise BadPayload(f"the result of {result.table} {result.place} was published on {topic}")
    return result


encode: Final = msgspec.json.Encoder().encode
"""Encodes a payload as JSON."""
