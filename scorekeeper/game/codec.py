"""Actions, events and answers as JSON, and back."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar, cast

import msgspec

from scorekeeper.cards import Card
from scorekeeper.game.actions import Asked
from scorekeeper.game.events import Events


def _card_out(value: Any) -> str:
    if isinstance(value, Card):
        return str(value)
    raise NotImplementedError(f"{type(value).__name__} has no JSON")


def _card_in(kind: type, value: Any) -> Any:
    if kind is Card:
        return Card.parse(value)
    raise NotImplementedError(f"{kind.__name__} cannot be read from JSON")


class Unreadable(ValueError):
    """JSON that is no action: the decoder's complaint, and the ``text`` that it read."""

    def __init__(self, complaint: str, text: bytes | str = "") -> None:
        super().__init__(complaint)
        self.text = text


_encoder = msgspec.json.Encoder(enc_hook=_card_out)


def to_json(value: object) -> bytes:
    """Return any value of the game as compact JSON; cards as ``10H``."""
    return _encoder.encode(value)


def to_plain(value: object) -> Any:
    """Return any value of the game as dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value, enc_hook=_card_out)


T = TypeVar("T")
Read: TypeAlias = Callable[[bytes | str], T]
"""Reads JSON as one kind of value. Raises Unreadable."""


def reader(kind: type[T]) -> Read[T]:
    """Return a function that reads JSON as a *kind*, cards included, or raises Unreadable."""
    decoder = msgspec.json.Decoder(kind, dec_hook=_card_in)

    def read(text: bytes | str) -> T:
        try:
            return decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            raise Unreadable(str(fault), text) from None

    return read


read_asked: Final[Read[Asked]] = reader(cast(type[Asked], Asked))
"""One action, or undo, redo or amend."""

read_events: Final[Read[Events]] = reader(Events)
"""Events as the journal kept them."""
