"""The stream that keeps every phone up to date: a whole snapshot each time something changes."""

from __future__ import annotations

from typing import Final

from flask import Response, request

from scorekeeper.game.snapshot import Snapshot
from web.context import Site
from web.http.events import EVENTS, LOOK_UP, News, What, following
from web.http.operations import Routes
from web.http.request import Query
from web.live.cache import name_of

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
        newer = site.table.after(snapshot.pulse, LOOK_UP)
        yield _event(site, newer, lang) if newer.pulse != snapshot.pulse else None
        snapshot = newer


def _event(site: Site, snapshot: Snapshot, lang: str) -> bytes:
    return b"id: %s\ndata: %s\n\n" % (name_of(snapshot).encode(), site.told.json(snapshot, lang))
