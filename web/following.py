"""The stream that keeps every phone up to date: a whole snapshot each time something changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from flask import Response, request

from scorekeeper.game.snapshot import Snapshot
from scorekeeper.words import en
from web.queries import Query
from web.routes import Routes
from web.site import Site, device
from web.streams import Place
from web.told import name_of
from web.turned_away import TurnedAway

LOOK_UP: Final = 1.0
"""Seconds after which a stream looks whether anybody still reads it."""
BEAT: Final = 2.0
"""Seconds without news after which it says that it is still there. A network that goes away without
a word is noticed by this alone; TCP by itself would come back as late again as it was away."""
RETRY: Final = 5

EVENTS: Final = "text/event-stream"

AFTER: Final = Query("after", {"type": "string"}, "the id that was seen last", wrong=())

GREETING: Final = b"retry: 1000\n\n"
HEARTBEAT: Final = b"event: beat\ndata: {}\n\n"
REPLACED: Final = b"event: replaced\ndata: {}\n\n"


def add_following(routes: Routes, site: Site) -> None:
    """``/api/v1/stream``."""

    @routes.add(
        "get",
        "/api/v1/stream",
        "The table each time it changes, as server-sent events with the id journal.pulse.",
        EVENTS,
        wrong=(503,),
        query=(AFTER,),
    )
    def stream() -> Response:
        if request.method == "HEAD":
            return events(())
        place = place_for(site, "table")
        seen = request.headers.get("Last-Event-ID") or request.args.get("after", "")
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        response = events(_follow(site, place, seen, site.words.lang, gone))
        response.call_on_close(lambda: site.streams.leave(place))
        return response


def place_for(site: Site, what: str) -> Place:
    """A place for the device that asks. A browser may follow the table and watch the strip, but
    each of them only once. Turned away where all places are taken.
    """
    name = device()
    place = site.streams.take(name and f"{what} {name}", scorer=site.may_score)
    if place is None:
        raise TurnedAway(503, "full", en("Too many phones follow the table already."), retry=RETRY)
    return place


def events(chunks: Iterator[bytes] | tuple[bytes, ...]) -> Response:
    """An answer that goes on for as long as *chunks* come."""
    return Response(chunks, mimetype=EVENTS, headers={"Cache-Control": "no-store"})


def _follow(
    site: Site, place: Place, seen: str, lang: str, gone: Callable[[], bool]
) -> Iterator[bytes]:
    """What to send until the place is lost or nobody reads any more."""
    yield GREETING
    snapshot = site.table.now
    if seen != name_of(snapshot):
        yield _message(site, snapshot, lang)
    last = site.clock()
    while place.held and not gone():
        newer = site.table.after(snapshot.pulse, LOOK_UP)
        if newer.pulse != snapshot.pulse:
            snapshot, last = newer, site.clock()
            yield _message(site, snapshot, lang)
        elif site.clock() - last >= BEAT:
            last = site.clock()
            yield HEARTBEAT
    if place.replaced:
        yield REPLACED


def _message(site: Site, snapshot: Snapshot, lang: str) -> bytes:
    return b"id: %s\ndata: %s\n\n" % (name_of(snapshot).encode(), site.told.json(snapshot, lang))
