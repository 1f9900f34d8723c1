"""The application's context: everything that routes work with, and the rights of a request."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from typing import Any, TypeAlias

import msgspec
from flask import Response

from scorekeeper.table import KeypadSession, Replay, Table
from scorekeeper.words import Words, en
from web.auth.access import Access
from web.auth.claim import Claim
from web.auth.devices import ConnectedDevices, Devices
from web.auth.rate_limit import RateLimiter
from web.backup.backups import Backups
from web.board.boards import Boards
from web.history.cache import GameCache
from web.http.addresses import Addresses
from web.http.assets import Assets
from web.http.broadcast import Broadcast, event_stream
from web.http.context import request_words
from web.http.errors import HttpError
from web.http.events import StreamKind, Streams, stream_key
from web.http.request import HOST_COOKIE, SCORER_COOKIE, cookie, device
from web.live.cache import SnapshotCache, WordsFor
from web.settings.store import Settings
from web.wifi.wifi import Wifi


@cache
def program_version() -> str:
    """Return the version of this program, read once: an upgrade takes the files of this one away
    while it still runs."""
    return version("cribble")


def settings_tag(settings: Settings, boards: Boards) -> str:
    """Return the tag by which phones ask for settings and boards again when it changes."""
    return f"{settings.tag}.{boards.edition}" if boards.edition else settings.tag


Agree: TypeAlias = Callable[[str, int], bool]
"""Keeps that the player at a seat agrees with the result of that place; False if it is not that of
the game on the table. Raises OSError where it cannot be kept."""


HealthChecks: TypeAlias = Mapping[str, Callable[[], Any]]
"""By field of ``/healthz``, a function that returns the health of that part as JSON."""


class Context(msgspec.Struct, frozen=True, eq=False):
    """The collaborators of all routes, and the caches that live as long as the program."""

    table: Table
    access: Access
    addresses: Addresses
    assets: Assets
    streams: Streams
    snapshots: SnapshotCache
    games: GameCache
    replay: Replay
    words_for: WordsFor
    find_boards: Callable[[], Boards]
    settings: Settings
    keys: KeypadSession
    health: HealthChecks
    agree: Agree | None
    clock: Callable[[], float]
    connected: ConnectedDevices
    devices: Devices
    pace: Mapping[str, int]
    code_guesses: RateLimiter
    pin_guesses: RateLimiter
    joins: RateLimiter
    claim: Claim
    sudo: bool
    backups: Backups | None = None
    wifi: Wifi | None = None

    @property
    def boards(self) -> Boards:
        """The boards to draw now."""
        return self.find_boards()

    @property
    def settings_tag(self) -> str:
        """The tag of the settings in force and the boards to draw now."""
        return settings_tag(self.settings, self.boards)

    @property
    def words(self) -> Words:
        """The words for this request: by ``?lang=``, the cookie, the host's setting, or the
        Accept-Language of the browser, in this order."""
        return request_words(self.words_for, self.settings.now.language)

    @property
    def letters(self) -> str:
        """The letters on the cards, as the host chose them."""
        return self.settings.now.letters

    @property
    def is_captive(self) -> bool:
        """True while phones are in the table's own Wi-Fi, where every name leads here."""
        return self.wifi is not None and self.wifi.is_on

    @property
    def may_score(self) -> bool:
        """True if the device that asks may enter cards; the host's always may."""
        return self.access.may_score(device(), cookie(SCORER_COOKIE)) or self.is_host

    @property
    def is_host(self) -> bool:
        """True if the device that asks is the host's."""
        return self.access.is_host(device(), cookie(HOST_COOKIE))

    def require_scorer(self) -> None:
        """Raise HttpError 403 unless the device that asks may score."""
        if not self.may_score:
            raise HttpError(403, "may_not", en("Only phones that have joined can keep score here."))

    def require_host(self) -> None:
        """Raise HttpError 403 unless the device that asks is the host's."""
        if not self.is_host:
            raise HttpError(403, "may_not", en("Only the host can change that (host’s PIN)."))

    def follow(self, kind: StreamKind, broadcast: Broadcast, seen: object = None) -> Response:
        """Return an event stream that follows *broadcast*; a new one replaces that of the same
        device and kind. A client that has *seen* the newest event waits for the next.

        Raises HttpError 503 if no slot is free.
        """
        known = device()
        return event_stream(
            broadcast,
            key=known and stream_key(kind, known),
            scorer=self._keeps_score(known),
            lang=self.words.lang,
            seen=seen,
        )

    def _keeps_score(self, known: str | None) -> bool:
        """True if the device *known* may score; at an open table, if it did."""
        return self.may_score and (
            not self.access.is_open or (known is not None and self.devices.has_number(known))
        )
