"""Read what a phone sends: strict JSON into frozen values, or one sentence about what is wrong."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Final, TypeVar

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
