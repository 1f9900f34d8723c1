"""Routes that read the table: state, journal and the event stream."""

from __future__ import annotations

from typing import Final

from flask import Response, request

from scorekeeper.game.events import awards_of, notices_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal import Line
from web.context import Site, fresh, json
from web.http.events import EVENTS, LOOK_UP, News, What, following
from web.http.operations import Routes
from web.http.request import LIMIT, WHOLE, Query, limit, whole
from web.live import responses
from web.live.cache import name_of
from web.live.view import Sent

AFTER_LINE: Final = Query("after", WHOLE, "the version after which to begin")


def add_reading(routes: Routes, site: Site) -> None:
    """``/api/v1/state`` and ``/api/v1/journal``."""
    born = site.clock()

    @routes.add("get", "/api/v1/state", "The table as it is.", Sent)
    def state() -> Response:
        snapshot, lang = site.table.now, site.words.lang
        tag = f"{name_of(snapshot)}.{lang}.{site.assets.digest}.{born:.6f}"
        # What a browser kept of it would begin to tell it again.
        tag += f".{site.told.telling(snapshot)}"
        return fresh(site.told.json(snapshot, lang), "application/json", tag)

    @routes.add(
        "get",
        "/api/v1/journal",
        "What happened, line by line.",
        responses.Lines,
        query=(AFTER_LINE, LIMIT),
    )
    def journal() -> Response:
        snapshot = site.table.now
        lines = tuple(map(_line, site.table.lines(whole("after", 0), limit(200))))
        return json(responses.Lines(snapshot.journal, snapshot.version, lines))


def _line(line: Line) -> responses.Line:
    """A line without the key of whoever sent it."""
    return responses.Line(
        version=line.version,
        at=line.at,
        by=line.by,
        asked=line.asked,
        awards=awards_of(line.events),
        notices=notices_of(line.events),
    )


AFTER_EVENT: Final = Query("after", {"type": "string"}, "the id that was seen last", wrong=())


def add_following(routes: Routes, site: Site) -> None:
    """``/api/v1/stream``."""

    @routes.add(
        "get",
        "/api/v1/stream",
        "The table each time it changes, as server-sent events with the id journal.pulse.",
        EVENTS,
        wrong=(503,),
        query=(AFTER_EVENT,),
    )
    def stream() -> Response:
        seen = request.headers.get("Last-Event-ID") or request.args.get("after", "")
        return following(site, What.TABLE, _snapshots(site, seen, site.words.lang))


def _snapshots(site: Site, seen: str, lang: str) -> News:
    """The table as it is, unless that was *seen* already, then each newer one."""
    snapshot = site.table.now
    yield _event(site, snapshot, lang) if seen != name_of(snapshot) else None
    while True:
        newer = site.table.after(snapshot.revision, LOOK_UP)
        yield _event(site, newer, lang) if newer.revision != snapshot.revision else None
        snapshot = newer


def _event(site: Site, snapshot: Snapshot, lang: str) -> bytes:
    return b"id: %s\ndata: %s\n\n" % (name_of(snapshot).encode(), site.told.json(snapshot, lang))
