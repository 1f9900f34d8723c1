"""Strict reading of a request: its device, JSON body and query string."""

import json
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar, cast

import msgspec
from flask import request

from scorekeeper.game.codec import Read, reader
from scorekeeper.words import Fault, en
from scorekeeper.words.errors import shown

T = TypeVar("T")
Word = TypeVar("Word", bound=str)

# Browsers keep cookies by host, not by port: those that belong to one table have its port in their
# names, so that two tables on a machine do not throw each other's phones out.
DEVICE_COOKIE: Final = "cribble_device"
SCORER_COOKIE: Final = "cribble_scorer"
HOST_COOKIE: Final = "cribble_host"
NAME_COOKIE: Final = "cribble_name"
PLAYER_COOKIE: Final = "cribble_player"
LANGUAGE_COOKIE: Final = "cribble_lang"

DEVICE_ID: Final = re.compile(r"[\w-]{20,64}", re.ASCII)

MAX_BODY: Final = 16 * 1024
"""Bytes of a body. The longest action is a tenth of it."""
MAX_ITEMS: Final = 500
"""Lines or games in one response."""
MAX_WHOLE: Final = 10**15 - 1


class EmptyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


class InvalidInput(Fault):
    """A body or query that can be parsed, but has a value that is not allowed."""


def cookie_name(name: str) -> str:
    """Return the name of a cookie of this table, such as ``cribble_device_8121``."""
    return f"{name}_{request.environ['SERVER_PORT']}"


def cookie(name: str) -> str | None:
    """Return the value of a cookie of this table, or None. Phones that joined before names had the
    port still send those without it."""
    cookies = request.cookies
    # ``get`` makes a whole HTTP error of each cookie that is missing.
    for one in (cookie_name(name), name) if cookies else ():
        if one in cookies:
            return cookies[one]
    return None


def device() -> str | None:
    """Return the id of the device that asks, or None on its first visit."""
    text = cookie(DEVICE_COOKIE)
    return text if text and DEVICE_ID.fullmatch(text) else None


def new_device() -> str:
    """Return an id that nobody can guess for a device on its first visit."""
    return secrets.token_urlsafe(24)


def body_as(kind: type[T]) -> T:
    """Return the JSON body as a *kind*. Raises Unreadable and InvalidInput."""
    return parse_body(request.get_data(cache=False), kind)


def parse_body(raw: bytes, kind: type[T]) -> T:
    """Return *raw* as a *kind*. Raises Unreadable, or InvalidInput if a key occurs twice."""
    _reject_duplicate_keys(raw)
    body: T = _reader(cast(Any, kind))(raw)
    return body


@cache
def _reader(kind: Any) -> Read[Any]:
    return reader(kind)


KEY: Final = re.compile(rb'"([^"]*)"\s*:')


def _reject_duplicate_keys(raw: bytes) -> None:
    """Let invalid JSON pass: the reader that knows the kind has the better message."""
    names = KEY.findall(raw)
    if len({*names}) == len(names) and b"\\" not in raw:
        return  # Most bodies: no key is there twice, not even in different objects.
    with suppress(json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        _unique_keys.decode(raw.decode())


def _unique_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of a duplicate key one parser takes the first value, another the last."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidInput(en("{key} is there twice."), key=shown(key))
        found[key] = value
    return found


_unique_keys: Final = json.JSONDecoder(object_pairs_hook=_unique_pairs, parse_int=str)


def query_as(kind: type[T]) -> T:
    """Return the query parameters that are fields of the struct *kind*. Raises InvalidInput."""
    names = (field.name for field in msgspec.structs.fields(cast(Any, kind)))
    values = {name: request.args[name] for name in names if name in request.args}
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as fault:
        raise InvalidInput(str(fault)) from None


class Query(NamedTuple):
    """A query parameter: its name, JSON Schema and description, and the statuses of a request in
    which it is invalid."""

    name: str
    schema: dict[str, Any]
    description: str
    errors: tuple[int, ...] = (400,)


WHOLE: Final = {"type": "integer", "minimum": 0, "maximum": MAX_WHOLE}
LIMIT: Final = Query("limit", WHOLE, f"maximum number of items, at most {MAX_ITEMS}")

WHOLE_PATTERN: Final = re.compile(r"\d{1,15}", re.ASCII)
DAY_PATTERN: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
GAME_ID: Final = re.compile(r"(\d{1,15})\.(\d{1,15})", re.ASCII)


def integer(name: str, default: int) -> int:
    """Return the whole number in the parameter *name*. Raises InvalidInput."""
    text = request.args.get(name)
    if text is None:
        return default
    if not WHOLE_PATTERN.fullmatch(text):
        raise _invalid(name, text, f"0–{MAX_WHOLE}")
    return int(text)


def limit(default: int) -> int:
    """Return the maximum number of items to send."""
    return min(integer("limit", default), MAX_ITEMS)


def one_of(name: str, words: Sequence[Word]) -> Word:
    """Return the parameter *name*, one of *words*; the first by default. Raises InvalidInput."""
    text = request.args.get(name, words[0])
    for word in words:
        if word == text:
            return word
    raise _invalid(name, text, " | ".join(words))


def game_id(name: str) -> tuple[int, int] | None:
    """Return match and place of a finished game, such as ``12.0``. Raises InvalidInput."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (found := GAME_ID.fullmatch(text)):
        raise _invalid(name, text, "match.place")
    return int(found[1]), int(found[2])


def day(name: str) -> date | None:
    """Return the day in the parameter *name*. Raises InvalidInput."""
    text = request.args.get(name)
    if text is None:
        return None
    if not DAY_PATTERN.fullmatch(text):
        raise _invalid(name, text, "YYYY-MM-DD")
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise _invalid(name, text, "YYYY-MM-DD") from None


def _invalid(name: str, text: str, wanted: str) -> InvalidInput:
    return InvalidInput(
        en("{option} cannot be {value}; it is {wanted}."),
        option=name,
        value=shown(text),
        wanted=wanted,
    )
