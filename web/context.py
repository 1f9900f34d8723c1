"""The application's context: what routes work with, and what a request says about its sender."""

from __future__ import annotations

import gzip
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from flask import Response, request

from scorekeeper.game.codec import to_json
from scorekeeper.table import Keys, Replay, Table
from scorekeeper.words import LANGUAGES, Words, en, from_accept_language
from web.auth.access import Access
from web.auth.devices import Connected, Devices
from web.board.boards import Boards
from web.history.cache import Shelf
from web.http.addresses import Addresses
from web.http.assets import Assets
from web.http.errors import TurnedAway
from web.http.event_slots import Streams
from web.http.request import read_body
from web.live.cache import Speaking, Told, led_by
from web.settings.store import Settings


class Counter(NamedTuple):
    """The struct that asks, what answers it, and the struct of the answer."""

    asked: type[Any]
    count: Callable[[Any], Any]
    answer: type[Any]


Health: TypeAlias = Mapping[str, Callable[[], Any]]
"""By the name of a part, how to ask it how it is; the answer is JSON."""

DEVICE: Final = "cribble_device"
MARK: Final = "cribble_scorer"
HOST: Final = "cribble_host"
NAME: Final = "cribble_name"
LANGUAGE: Final = "cribble_lang"

A_DEVICE: Final = re.compile(r"[\w-]{20,64}", re.ASCII)

T = TypeVar("T")


@dataclass(frozen=True)
class Site:
    """Everything that the routes were handed, and what they keep while the program runs."""

    table: Table
    access: Access
    addresses: Addresses
    assets: Assets
    streams: Streams
    told: Told
    counter: Counter
    shelf: Shelf
    replay: Replay
    speaking: Speaking
    boards: Boards
    settings: Settings
    keys: Keys
    health: Health
    clock: Callable[[], float]
    connected: Connected
    devices: Devices

    @property
    def words(self) -> Words:
        """The words of whoever asks: ``?lang=``, else the cookie, else what the host has set, else
        the browser's own."""
        usual = self.settings.now.language
        for lang in (request.args.get("lang"), request.cookies.get(LANGUAGE), usual):
            if lang in LANGUAGES:
                return self.speaking(lang)
        return self.speaking(from_accept_language(request.headers.get("Accept-Language", "")))

    @property
    def may_score(self) -> bool:
        """Whether the device that asks may enter cards: the host's may, too."""
        return self.access.may_score(device(), request.cookies.get(MARK)) or self.is_host

    @property
    def is_host(self) -> bool:
        """Whether the device that asks is the host's."""
        return self.access.is_host(device(), request.cookies.get(HOST))

    def scorers_only(self) -> None:
        """Turn everybody else away."""
        if not self.may_score:
            raise TurnedAway(403, "may_not", en("Only phones that joined may keep score here."))

    def host_only(self) -> None:
        """Turn everybody else away."""
        if not self.is_host:
            raise TurnedAway(
                403, "may_not", en("Only the host may change that: it takes the host's PIN.")
            )


def device() -> str | None:
    """The device that asks, if it was here before."""
    text = request.cookies.get(DEVICE, "")
    return text if A_DEVICE.fullmatch(text) else None


def new_device() -> str:
    """A name for a device that was not here before; nobody can guess it."""
    return secrets.token_urlsafe(24)


def body_as(kind: type[T]) -> T:
    """The JSON that was sent, as a *kind*."""
    return read_body(request.get_data(cache=False), kind)


def json(value: Any, status: int = 200) -> Response:
    """*value* as an answer that nobody keeps."""
    return _sent(to_json(value), status)


def json_led_by(few: Mapping[str, Any], told: bytes, status: int = 200) -> Response:
    """The JSON object *told* with a *few* fields before the rest, which nobody keeps."""
    return _sent(led_by(few, told), status)


def _sent(body: bytes, status: int) -> Response:
    return kept_by_nobody(Response(body, status, mimetype="application/json"))


def kept_by_nobody(response: Response) -> Response:
    """Let no cache keep *response*: the next one may differ."""
    response.headers["Cache-Control"] = "no-store"
    return response


def fresh(body: bytes, kind: str, tag: str) -> Response:
    """*body* for a browser that keeps it but asks each time whether it still holds; compressed for
    one that can read that.
    """
    packed = bool(request.accept_encodings["gzip"])
    response = Response(gzip.compress(body, mtime=0) if packed else body, mimetype=kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    response.set_etag(f"{tag}+gzip" if packed else tag)
    response.make_conditional(request)
    return response
