"""Strict parsing of a request: device, language, JSON body and query string."""

import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from typing import Any, Final, NamedTuple, Protocol, TypeVar, cast

import msgspec
from flask import request

from scorekeeper.game.codec import reader
from scorekeeper.words import LANGUAGES, Fault, Words, en, from_accept_language
from scorekeeper.words.catalogue import shown
from web.http.addresses import Addresses
from web.http.assets import Assets

T = TypeVar("T")
Word = TypeVar("Word", bound=str)

# Browsers store cookies by host, not by port. Cookies of one table include its port in the name, so
# that two tables on a machine do not overwrite each other's.
DEVICE_COOKIE: Final = "cribble_device"
SCORER_COOKIE: Final = "cribble_scorer"
HOST_COOKIE: Final = "cribble_host"
NAME_COOKIE: Final = "cribble_name"
PLAYER_COOKIE: Final = "cribble_player"
LANGUAGE_COOKIE: Final = "cribble_lang"

DEVICE_ID: Final = re.compile(r"[\w-]{20,64}", re.ASCII)

MAX_BODY: Final = 16 * 1024
"""Maximum size of a body in bytes, ten times that of the longest action."""
MAX_ITEMS: Final = 500
"""Maximum number of journal lines or games in a response."""
MAX_WHOLE: Final = 10**15 - 1


class Site(Protocol):
    """The dependencies of all routes of a table or a hub, and the rights of a request."""

    @property
    def addresses(self) -> Addresses:
        """The addresses of this site."""

    @property
    def assets(self) -> Assets:
        """The files of the pages."""

    @property
    def words_for(self) -> Callable[[str], Words]:
        """Words by language."""

    @property
    def words(self) -> Words:
        """The words for this request."""

    @property
    def letters(self) -> str:
        """The letters on the cards; empty for the browser's default."""

    @property
    def pace(self) -> Mapping[str, int]:
        """The timing of the pages, in milliseconds."""

    @property
    def portal(self) -> str | None:
        """The address for phones that probe the site's own Wi-Fi, whose DNS resolves every name to
        this machine; None while it is off."""

    def require_scorer(self) -> None:
        """Raise HttpError 403 unless the requesting device may enter results."""

    def require_host(self) -> None:
        """Raise HttpError 403 unless the requesting device has all rights."""


class EmptyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An empty object."""


class InvalidInput(Fault):
    """A well-formed body or query has an invalid value."""


def cookie_name(name: str) -> str:
    """Return the name of a cookie of this table, such as ``cribble_device_8121``."""
    return f"{name}_{request.environ['SERVER_PORT']}"


def cookie(name: str) -> str | None:
    """Return the value of a cookie of this table, or None. Accepts the old name without the
    port."""
    cookies = request.cookies
    # ``get`` is slow: it raises and catches an HTTP error for each missing cookie.
    names = (cookie_name(name), name) if cookies else ()
    return next((cookies[known] for known in names if known in cookies), None)


def device() -> str | None:
    """Return the id of the requesting device, or None on its first visit."""
    text = cookie(DEVICE_COOKIE)
    return text if text and DEVICE_ID.fullmatch(text) else None


def new_device() -> str:
    """Return a random, unguessable device id."""
    return secrets.token_urlsafe(24)


def request_words(words_for: Callable[[str], Words], default: str | None = None) -> Words:
    """Return the words for this request, selected by ``?lang=``, else the cookie, *default*, or
    Accept-Language."""
    asked = request.args.get("lang") if request.query_string else None
    for lang in (asked, cookie(LANGUAGE_COOKIE), default):
        if lang in LANGUAGES:
            return words_for(lang)
    return words_for(from_accept_language(request.headers.get("Accept-Language", "")))


KEY: Final = re.compile(rb'"([^"]*)"\s*:')
_reader: Final = cache(reader)


def parse_body(raw: bytes, kind: type[T]) -> T:
    """Decode *raw* as a *kind*. Raises Unreadable, or InvalidInput for a duplicate key."""
    names = KEY.findall(raw)
    if len({*names}) < len(names) or b"\\" in raw:  # Fast path for most bodies.
        with suppress(json.JSONDecodeError, UnicodeDecodeError, RecursionError):
            # Invalid JSON is left to the typed decoder, which has better messages.
            json.loads(raw.decode(), object_pairs_hook=_unique_pairs, parse_int=str)
    body: T = _reader(cast(Any, kind))(raw)
    return body


def _unique_pairs(pairs: list[tuple[str, Any]]) -> None:
    """Raise InvalidInput for a duplicate key: parsers differ on which value to use."""
    keys = set[str]()
    for key, _ in pairs:
        if key in keys:
            raise InvalidInput(en("{key} is repeated."), key=shown(key))
        keys.add(key)


def query_as(kind: type[T]) -> T:
    """Return the query parameters as a struct of type *kind*. Raises InvalidInput."""
    names = (field.name for field in msgspec.structs.fields(cast(Any, kind)))
    values = {name: request.args[name] for name in names if name in request.args}
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as fault:
        raise InvalidInput(str(fault)) from None


class Query(NamedTuple):
    """A query parameter: name, JSON Schema, description, and the error statuses if it is
    invalid."""

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
    """Return the query parameter *name* as a non-negative integer. Raises InvalidInput."""
    text = request.args.get(name)
    if text is None:
        return default
    if not WHOLE_PATTERN.fullmatch(text):
        raise _invalid(name, text, f"0–{MAX_WHOLE}")
    return int(text)


def limit(default: int) -> int:
    """Return the query parameter ``limit``, the maximum number of items to send."""
    return min(integer("limit", default), MAX_ITEMS)


def one_of(name: str, words: Sequence[Word]) -> Word:
    """Return the query parameter *name*, one of *words* (default: first). Raises InvalidInput."""
    text = request.args.get(name, words[0])
    for word in words:
        if word == text:
            return word
    raise _invalid(name, text, " | ".join(words))


def game_id(name: str) -> tuple[int, int] | None:
    """Return match and place from a game id such as ``12.0``. Raises InvalidInput."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (parts := GAME_ID.fullmatch(text)):
        raise _invalid(name, text, "match.place")
    return int(parts[1]), int(parts[2])


def day(name: str) -> date | None:
    """Return the query parameter *name* as a date. Raises InvalidInput."""
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
        en("{option} cannot be {value}; it must be {wanted}."),
        option=name,
        value=shown(text),
        wanted=wanted,
    )
