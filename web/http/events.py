"""Answers that go on while somebody follows: server-sent events, and the place they take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Final, TypeAlias

from flask import Response, request

from scorekeeper.words import en
from web.context import Site, device
from web.http.errors import TurnedAway
from web.http.event_slots import Place

EVENTS: Final = "text/event-stream"

LOOK_UP: Final = 1.0
"""Seconds after which a stream looks whether anybody still reads it."""
BEAT: Final = 2.0
"""Seconds without news after which it says that it is still there. A network that goes away without
a word is noticed by this alone; TCP by itself would come back as late again as it was away."""
RETRY: Final = 5
"""Seconds after which whoever found no place may ask again."""

GREETING: Final = b"retry: 1000\n\n"
HEARTBEAT: Final = b"event: beat\ndata: {}\n\n"
REPLACED: Final = b"event: replaced\ndata: {}\n\n"

News: TypeAlias = Iterator[bytes | None]
"""What is new, as events; None each time that nothing was for LOOK_UP seconds. It has no end."""


class What(StrEnum):
    """What can be followed. A browser may follow both, but each of them only once."""

    TABLE = "table"
    STRIP = "strip"


def holder(what: What, name: str) -> str:
    """Under which name the device called *name* holds its place."""
    return f"{what} {name}"


def following(site: Site, what: What, news: News) -> Response:
    """*news* until the device that asks goes away or follows anew. Turned away where all places are
    taken."""
    if request.method == "HEAD":
        return _events(())
    place = _place(site, what)
    gone = request.environ.get("waitress.client_disconnected", lambda: False)
    response = _events(_told(site, place, news, gone))
    response.call_on_close(lambda: site.streams.leave(place))
    return response


def _place(site: Site, what: What) -> Place:
    name = device()
    place = site.streams.take(name and holder(what, name), scorer=site.may_score)
    if place is None:
        raise TurnedAway(503, "full", en("Too many phones follow the table already."), retry=RETRY)
    return place


def _events(chunks: Iterable[bytes]) -> Response:
    return Response(chunks, mimetype=EVENTS, headers={"Cache-Control": "no-store"})


def _told(site: Site, place: Place, news: News, gone: Callable[[], bool]) -> Iterator[bytes]:
    yield GREETING
    last = site.clock()
    for event in news:
        if event is not None or site.clock() - last >= BEAT:
            last = site.clock()
            yield HEARTBEAT if event is None else event
        if gone() or not place.held:
            break
    if place.replaced:
        yield REPLACED
