"""Actions, events and answers as JSON, and back."""

import re
from collections.abc import Callable
from itertools import accumulate, chain
from typing import Any, Final, TypeAlias, TypeVar, cast

import msgspec
from msgspec import inspect

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
    """JSON that is no action: the decoder's complaint, the ``text`` that it read, and the
    ``choices`` if it wanted one of a few values."""

    def __init__(
        self, complaint: str, text: bytes | str = "", choices: tuple[str | int, ...] = ()
    ) -> None:
        super().__init__(complaint)
        self.text, self.choices = text, choices


_encoder = msgspec.json.Encoder(enc_hook=_card_out)


def to_json(value: object) -> bytes:
    """Return any value of the game as compact JSON; cards as ``10H``."""
    return _encoder.encode(value)


def to_plain(value: object) -> Any:
    """Return any value of the game as dicts, lists, strings and numbers."""
    return msgspec.to_builtins(value, enc_hook=_card_out)


TOO_DEEP: Final = "nested too deeply"
DEEPEST: Final = 500
"""Brackets in brackets. An action has four."""

STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
STEPS: Final = {"[": 1, "{": 1, "]": -1, "}": -1}


def _depth(text: bytes | str) -> int:
    """Return how deeply *text* is nested."""
    plain = text.decode(errors="replace") if isinstance(text, bytes) else text
    return max(accumulate(STEPS.get(c, 0) for c in STRING.sub("", plain)), default=0)


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
            # How deep Python can go, and what it says then, differs from version to version.
            said = str(fault)
            gave_up = said.startswith(("Input data was truncated", "JSON is malformed"))
            deep = isinstance(fault, RecursionError) or (gave_up and _depth(text) > DEEPEST)
            choices = _choices(kind, said) if said.startswith("Invalid enum value") else ()
            raise Unreadable(TOO_DEEP if deep else said, text, choices) from None

    return read


def _choices(kind: Any, complaint: str) -> tuple[str | int, ...]:
    """Return the values of the enums and literals at the place in *kind* that *complaint* names."""
    types = _alternatives(inspect.type_info(kind))
    path = complaint.rpartition("`$")[2].rstrip("`")
    for name in re.findall(r"[^.\[\]]+|\[[^\]]*\]", path):
        types = [one for type_ in types for one in _inside(type_, name)]
    values = (getattr(one, "values", ()) for one in types if isinstance(one, inspect.LiteralType))
    enums = (one.cls for one in types if isinstance(one, inspect.EnumType))
    return (*chain(*values), *(member.value for enum in enums for member in enum))


def _inside(type_: inspect.Type, name: str) -> list[inspect.Type]:
    """Return the types of the field *name* of *type_*, or of its items."""
    match type_:
        case inspect.StructType(fields=fields):
            inner = [field.type for field in fields if field.encode_name == name]
        case inspect.CollectionType(item_type=item) | inspect.DictType(value_type=item):
            inner = [item]
        case _:
            inner = []
    return [one for type_ in inner for one in _alternatives(type_)]


def _alternatives(type_: inspect.Type) -> list[inspect.Type]:
    match type_:
        case inspect.UnionType(types=types):
            return [one for part in types for one in _alternatives(part)]
        case inspect.Metadata(type=inner):
            return _alternatives(inner)
        case _:
            return [type_]


read_asked: Final[Read[Asked]] = reader(cast(type[Asked], Asked))
"""One action, or undo, redo or amend."""

read_events: Final[Read[Events]] = reader(Events)
"""Events as the journal kept them."""
