"""The payloads on the broker as frozen structs, and a bounded reader of those that arrive."""

from typing import Annotated, Final, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from mqtt.topics import LONGEST_NAME, ResultTopic

VERSION: Final = 1
"""The ``v`` of every payload; others are refused."""

LONGEST: Final = 64 * 1024
"""Most bytes of a payload."""

ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
WITHDRAWN: Final = b""
"""The payload that withdraws a retained message."""

Version: TypeAlias = Literal[1]
Name: TypeAlias = Annotated[str, Meta(pattern=rf"\A[a-z0-9-]{{1,{LONGEST_NAME}}}\Z")]
Id: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,32}\Z")]
"""A player of a night, such as ``p12``."""
Place: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_.-]{1,32}\Z")]
"""Match and place of a game in the journal of its table, such as ``412.1``."""
Text: TypeAlias = Annotated[str, Meta(max_length=80)]
Whole: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Signed: TypeAlias = Annotated[int, Meta(ge=-100_000, le=100_000)]
Score: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
GameScore: TypeAlias = Annotated[int, Meta(ge=0, le=999)]
"""A score of a finished game."""
Round: TypeAlias = Annotated[int, Meta(ge=1, le=200)]
Time: TypeAlias = Annotated[str, Meta(max_length=40)]
"""ISO 8601, UTC."""

T = TypeVar("T")
SomePlayers: TypeAlias = Annotated[tuple[T, ...], Meta(min_length=1, max_length=6)]


class BadPayload(ValueError):
    """A payload that is refused: too long, no JSON, of another version, or out of bounds."""


HandType: TypeAlias = Literal["hand_24", "hand_28", "hand_29", "four_of_a_kind"]
EventType: TypeAlias = Literal[
    "points", "heels", "muggins", "skunk", "double_skunk", "win", "match", HandType,
    "undo", "correction",
]  # fmt: skip


class GreatHand(msgspec.Struct, frozen=True, kw_only=True):
    """A great hand, or four of a kind in the play, and the team that had it."""

    event_type: HandType
    team: Annotated[int, Meta(ge=0, le=5)]


class PlayedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """The seat that the game on the table is played for; ``agreed`` says who agreed, by player.

    ``feats`` are the great hands of the game as it is now; left out if the table does not know
    them.
    """

    night: Name
    round: Round
    players: SomePlayers[Id]
    agreed: Annotated[tuple[bool, ...], Meta(max_length=6)] = ()
    feats: Annotated[tuple[GreatHand, ...], Meta(max_length=24)] | UnsetType = UNSET


class State(msgspec.Struct, frozen=True, kw_only=True):
    """The public state of a table. Without a game lists are empty and the rest is null.

    ``pegs`` are front and back by team, ``turn`` and ``dealer`` seats. ``seat`` is set while the
    game is one of a night.
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
    """One thing that happened. ``total`` is the team's score after it. An undo or a correction has
    neither team, points, reason nor total."""

    v: Version = VERSION
    event_type: EventType
    team: Score | UnsetType = UNSET
    points: Signed | UnsetType = UNSET
    why: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET
    total: Score | UnsetType = UNSET


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game of a night: ``players`` by seat, ``scores`` by team. ``skunk`` is 1 for a
    skunk and 2 for a double one."""

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
    """The players at a table now, by seat, and their game; no players if it ``sits_out``."""

    v: Version = VERSION
    night: Name
    round: Round
    rules: Annotated[str, Meta(max_length=32)] = "six-card"
    target: Annotated[int, Meta(ge=1, le=1000)] = 121
    players: Annotated[tuple[SeatedPlayer, ...], Meta(max_length=6)] = ()
    sits_out: bool = False


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """The night that is on. Round 0 is before the first.

    With ``agree`` a table sends a result only when all players agreed with it; ``round_ends`` is
    the time at which the clock of the round runs out.
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
    """A payload of any kind: the version is required."""

    v: Version


def read(kind: type[P], payload: bytes) -> P:
    """Return *payload* as a struct of that *kind*. Raises BadPayload, which says what is wrong."""
    if len(payload) > LONGEST:
        raise BadPayload(f"{len(payload)} bytes are more than {LONGEST}")
    try:
        msgspec.json.decode(payload, type=_Versioned)
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise BadPayload(str(fault)) from None


def read_result(payload: bytes, topic: ResultTopic) -> Result:
    """Return the result in *payload*. Raises BadPayload, also if it names another night, table or
    place than its *topic*: the broker's access list checks the topic alone."""
    result = read(Result, payload)
    if (result.night, result.table, result.place) != topic:
        raise BadPayload(f"a result of {result.table} {result.place} came as that of {topic}")
    return result


encode: Final = msgspec.json.Encoder().encode
"""A payload as JSON."""
