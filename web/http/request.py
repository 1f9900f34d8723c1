"""Read a request strictly: JSON bodies and query strings, or one sentence about what is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeVar

from flask import request

from scorekeeper.game.codec import reader
from scorekeeper.words import Fault, en
from scorekeeper.words.errors import shown

T = TypeVar("T")

LARGEST: Final = 16 * 1024
"""Bytes of a body. The longest action is a tenth of it."""


class Unclear(Fault):
    """What was sent is JSON, or text, but cannot be meant."""


def read_body(raw: bytes, kind: type[T]) -> T:
    """*raw* as a *kind*. Raises Unreadable where it is none, Unclear where a key is there twice."""
    _look_for_twins(raw)
    return reader(kind)(raw)


def _look_for_twins(raw: bytes) -> None:
    """What is no JSON at all is let through, to be told of by the reader that knows the kind."""
    with suppress(json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        json.loads(raw, object_pairs_hook=_once_each, parse_int=str)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of a key that is there twice one reader takes the first value, another the last."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unclear(en("{key} is there twice."), key=shown(key))
        found[key] = value
    return found


MOST: Final = 500
"""Lines or games in one answer."""

LARGEST_WHOLE: Final = 10**15 - 1

Word = TypeVar("Word", bound=str)


class Query(NamedTuple):
    """Something that may stand behind the question mark: its name, what it may be as JSON Schema,
    what it is for, and with which statuses a request ends that has it wrong."""

    name: str
    schema: dict[str, Any]
    what: str
    wrong: tuple[int, ...] = (400,)


WHOLE: Final = {"type": "integer", "minimum": 0, "maximum": LARGEST_WHOLE}
LIMIT: Final = Query("limit", WHOLE, f"how many at most; never more than {MOST}")

A_WHOLE: Final = re.compile(r"\d{1,15}", re.ASCII)
A_GAME: Final = re.compile(r"(\d{1,15})\.(\d{1,15})", re.ASCII)


def whole(name: str, default: int) -> int:
    """The whole number called *name*. Raises Unclear where it is none."""
    text = request.args.get(name)
    if text is None:
        return default
    if not A_WHOLE.fullmatch(text):
        raise _unclear(name, text, f"0–{LARGEST_WHOLE}")
    return int(text)


def limit(default: int) -> int:
    """How many things at most are asked for."""
    return min(whole("limit", default), MOST)


def one_of(name: str, words: Sequence[Word]) -> Word:
    """The one of *words* that is called *name*, the first where none is. Raises Unclear for any
    other."""
    text = request.args.get(name, words[0])
    for word in words:
        if word == text:
            return word
    raise _unclear(name, text, " | ".join(words))


def game(name: str) -> tuple[int, int] | None:
    """The match and place of a finished game, such as ``12.0``. Raises Unclear where it is none."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (found := A_GAME.fullmatch(text)):
        raise _unclear(name, text, "match.place")
    return int(found[1]), int(found[2])


def _unclear(name: str, text: str, wanted: str) -> Unclear:
    return Unclear(
        en("{option} cannot be {value}; it is {wanted}."),
        option=name,
        value=shown(text),
        wanted=wanted,
    )
