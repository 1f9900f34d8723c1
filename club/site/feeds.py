"""Views and event streams of the night, and their public routes."""

from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from threading import Lock
from typing import Any, Final

from flask import Response
from msgspec import Raw
from msgspec.json import encode

from club.hub.hub import Snapshot
from club.hub.tables import Tables
from club.site.context import HubContext
from club.site.director_view import director_view
from club.site.views import SentWall, StandingView, me_view, shown_standings, wall_view
from web.http.events import EVENTS, Broadcast, Event, Follower, event_stream
from web.http.request import device
from web.http.response import json_bytes, json_response
from web.http.routes import Role, Routes

WALL: Final = "wall"
DIRECTOR: Final = "director"
PHONE: Final = "phone "
"""Prefix of a phone's digest in an audience: the phone's player may change during a stream."""


class Views:
    """The night as JSON for each audience, computed once per snapshot, and the feed for its
    streams, in which each event is a complete view."""

    def __init__(self, context: HubContext) -> None:
        self._context, self._lock = context, Lock()
        self._seen: Snapshot | None = None
        self._of: Snapshot | None = None
        self._rows: tuple[StandingView, ...] | None = None
        self._known: dict[str, bytes] = {}

    def json(self, audience: str) -> bytes:
        """Return the night for WALL, for DIRECTOR, or for a PHONE."""
        context, now = self._context, self._context.hub.now
        with self._lock:
            if now is not self._of:
                self._of, self._known, self._rows = now, {}, None
            if audience == DIRECTOR:  # The tables come and go without an entry.
                return encode(director_view(now, context))
            player = now.club.of_phone(audience.removeprefix(PHONE))
            key = WALL if audience == WALL else PHONE + (player.id if player else "")
            if key not in self._known:
                self._rows = self._rows or shown_standings(now.club)
                view = (
                    wall_view(now, context.club, self._rows)
                    if audience == WALL
                    else me_view(now, context.club, self._rows, player)
                )
                self._known[key] = encode(view)
            return self._known[key]

    def response(self, audience: str, status: int = 200) -> Response:
        return json_bytes(_stamped(self.json(audience)), status)

    def wait(self, seconds: float) -> None:
        self._seen = self._context.hub.after(self._seen, seconds)

    def newest(self, lang: str) -> Event:
        view = self.json(lang)
        return Event(sha256(view).hexdigest()[:16], b"data: %s\n\n" % _stamped(view))


def _stamped(view: bytes) -> bytes:
    """Return *view* with the current time, because a phone's clock may be wrong."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    return encode({"now": now, "view": Raw(view)})


class TableFeed:
    """The feed of the live tables: each event contains the tables changed since the previous
    one."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._seen = tables, 0

    def wait(self, seconds: float) -> None:
        self._seen = self._tables.wait(self._seen, seconds)

    def newest(self, lang: str) -> Event:
        return self.after(0)

    def after(self, change: int) -> Event:
        """Return the tables changed after *change*."""
        last, tables = self._tables.since(change)
        return Event(last, b"data: %s\n\n" % tables)


class TableBroadcast(Broadcast):
    """Sends each follower the changes since its last event."""

    feed: TableFeed

    def newest_for(self, follower: Follower, events: dict[object, Event]) -> Event:
        """Return the changes for *follower*; followers at the same position share the encoding."""
        mark = follower.mark
        if mark not in events:
            events[mark] = self.feed.after(mark if isinstance(mark, int) else 0)
        return events[mark]


def add_wall(routes: Routes, context: HubContext, views: Views) -> None:
    """Add ``/api/v1/night``, ``/api/v1/standings`` and ``/api/v1/tables``."""

    @routes.get("/api/v1/night", "The public part of the night.", SentWall)
    def night() -> Response:
        return views.response(WALL)

    @routes.get(
        "/api/v1/standings",
        "The standings; null while they are hidden.",
        tuple[StandingView, ...] | None,
    )
    def standings() -> Response:
        return json_response(shown_standings(context.state))

    @routes.get(
        "/api/v1/tables", "The current state of the tables on the broker.", list[dict[str, Any]]
    )
    def tables() -> Response:
        return json_bytes(context.tables.since(0)[1])


def add_streams(routes: Routes, context: HubContext, views: Views) -> None:
    """Add the streams for the wall, a player's phone, the director, and the tables."""
    night = Broadcast(views, context.streams)
    tables = TableBroadcast(TableFeed(context.tables), context.streams)
    stream = partial(routes.get, answer=EVENTS, errors=(503,))

    def follow(broadcast: Broadcast, kind: str, audience: str) -> Response:
        known = device()
        return event_stream(
            broadcast,
            key=f"{kind} {known}" if known else None,
            scorer=context.player is not None or context.is_director,
            lang=audience,
            seen=None,
        )

    @stream("/api/v1/stream/wall", "Follow the public part of the night as server-sent events.")
    def wall_stream() -> Response:
        return follow(night, "wall", WALL)

    @stream("/api/v1/stream/me", "Follow the evening of the requesting player.")
    def my_stream() -> Response:
        return follow(night, "me", PHONE + context.phone)

    @stream("/api/v1/stream/director", "Follow the whole night.", role=Role.HOST)
    def director_stream() -> Response:
        return follow(night, "director", DIRECTOR)

    @stream(
        "/api/v1/stream/tables",
        "Follow the tables: the first event has all of them, later ones those that changed.",
    )
    def table_stream() -> Response:
        return follow(tables, "tables", WALL)
