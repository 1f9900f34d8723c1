"""JSON encoding and decoding of actions, events and answers."""

import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any, Final, TypeAlias, TypeVar, cast

import msgspec
from msgspec import UNSET, UnsetType, inspect

from scorekeeper.cards import Card
from scorekeeper.game.actions import Asked, Seat, Team
from scorekeeper.game.events import Events, awards_of, notices_of
from scorekeeper.game.state import Game, Phase


def _card_out(value: Any) -> str:
    if isinstance(value, Card):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be encoded as JSON")


def _card_in(kind: type, value: Any) -> Any:
    if kind is Card:
        return Card.parse(value)
    raise NotImplementedError(f"{kind.__name__} cannot be decoded from JSON")


class Unreadable(ValueError):
    """The JSON is invalid or not of the expected type. ``text``: the input; ``choices``: the
    allowed values if one of a few was expected."""

    def __init__(
        self, complaint: str, text: bytes | str = "", choices: tuple[str | int, ...] = ()
    ) -> None:
        super().__init__(complaint)
        self.text, self.choices = text, choices


_encoder = msgspec.json.Encoder(enc_hook=_card_out)


def to_json(value: object) -> bytes:
    """Return a value of the game as compact JSON; cards are written ``10H``."""
    return _encoder.encode(value)


def to_plain(value: object) -> Any:
    """Return a value of the game as dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value, enc_hook=_card_out)


TOO_DEEP: Final = "nested too deeply"
DEEPEST: Final = 500
"""Maximum nesting depth of JSON; an action needs four levels."""

STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}

T = TypeVar("T")
Read: TypeAlias = Callable[[bytes | str], T]
"""Decodes JSON as a value of one type. Raises Unreadable."""


def reader(kind: type[T]) -> Read[T]:
    """Return a function that decodes JSON as *kind*, cards included, and raises Unreadable."""
    decoder = msgspec.json.Decoder(kind, dec_hook=_card_in)

    def read(text: bytes | str) -> T:
        try:
            return decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            # How deep Python can recurse, and how it reports it, differs between versions.
            complaint, choices = str(fault), tuple[str | int, ...]()
            if complaint.startswith(("Input data was truncated", "JSON is malformed")):
                plain = text.decode(errors="replace") if isinstance(text, bytes) else text
                depths = accumulate(STEPS.get(c, 0) for c in STRING.sub("", plain))
                complaint = TOO_DEEP if max(depths, default=0) > DEEPEST else complaint
            if isinstance(fault, RecursionError):
                complaint = TOO_DEEP
            if complaint.startswith("Invalid enum value"):
                path = complaint.rpartition("`$")[2].rstrip("`")
                names = re.findall(r"[^.\[\]]+|\[[^\]]*\]", path)
                choices = tuple(_choices(inspect.type_info(kind), names))
            raise Unreadable(complaint, text, choices) from None

    return read


def _choices(type_: inspect.Type, path: list[str]) -> Iterator[Any]:
    """Yield the values of enums and literals at *path* (names and indices) in *type_*."""
    match type_:
        case inspect.UnionType(types=types):
            for part in types:
                yield from _choices(part, path)
        case inspect.Metadata(type=inner):
            yield from _choices(inner, path)
        case inspect.StructType(fields=fields) if path:
            for field in fields:
                if field.encode_name == path[0]:
                    yield from _choices(field.type, path[1:])
        case inspect.CollectionType(item_type=item) | inspect.DictType(value_type=item) if path:
            yield from _choices(item, path[1:])
        case inspect.LiteralType(values=values) if not path:
            yield from values
        case inspect.EnumType(cls=cls) if not path:
            yield from (member.value for member in cls)


read_asked: Final[Read[Asked]] = reader(cast(type[Asked], Asked))
"""Decodes one action, or an undo, redo, amend or mark."""

read_events: Final[Read[Events]] = reader(Events)
"""Decodes the events of an entry in the journal."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """The public facts of a game. ``drawing`` is present only while players draw; in ``idle`` all
    lists are empty and other fields null."""

    phase: Phase
    turn: Seat | None
    count: int | None
    dealer: Seat | None
    scores: tuple[int, ...]
    pegs: tuple[tuple[int, int], ...]
    players: tuple[str, ...]
    winner: Team | None
    games: tuple[int, ...]
    drawing: tuple[Seat, ...] | UnsetType = UNSET


def facts_of(game: Game) -> Facts:
    """Return the public facts of *game*."""
    return Facts(
        phase=game.phase,
        turn=game.turn,
        count=None if game.phase is Phase.IDLE else game.count,
        dealer=game.dealer,
        scores=game.scores,
        pegs=tuple((pegs.front, pegs.back) for pegs in game.pegs),
        players=game.players,
        winner=game.winner,
        games=game.games,
        drawing=game.drawing if game.phase is Phase.DRAW else UNSET,
    )


def answer(version: int, events: Events, game: Game) -> dict[str, Any]:
    """Return the response to an action that produced *events* and *game*: the flat object of the
    public JSON, with cards not yet encoded."""
    facts = msgspec.structs.asdict(facts_of(game))
    return {
        "ok": True,
        "version": version,
        "awards": awards_of(events),
        "notices": notices_of(events),
        **{name: value for name, value in facts.items() if value is not UNSET},
    }
