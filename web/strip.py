"""What the strip shows, for those who have none or sit elsewhere: the very frames, as they come."""

from __future__ import annotations

import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from typing import Final

import msgspec
from flask import Response, request

from scorekeeper.board.light import Frame
from scorekeeper.board.power import corrected
from scorekeeper.game.wire import to_json
from scorekeeper.words import Words
from web.boards import Shown
from web.following import BEAT, EVENTS, GREETING, HEARTBEAT, REPLACED, events, place_for
from web.routes import Routes
from web.site import Site
from web.streams import Place
from web.strip_word import StripWord, strip_word

LOOK_UP: Final = 1.0
"""Seconds after which a stream looks whether anybody still reads it, and how the strip is."""
APART: Final = 1 / 30
"""Seconds between two frames at least; whatever was shown between them is left out."""


class Lit(msgspec.Struct, frozen=True):
    """Red, green and blue of every light in base64, as a screen shows them; empty before the first
    frame; and how the strip is."""

    frame: str
    strip: StripWord


def add_strip(routes: Routes, site: Site) -> None:
    """``/api/v1/strip``, which anybody may watch."""

    @routes.add(
        "get",
        "/api/v1/strip",
        "What the strip shows each time it changes, as server-sent events.",
        EVENTS,
        wrong=(503,),
    )
    def frames() -> Response:
        if request.method == "HEAD":
            return events(())
        place = place_for(site, "strip")
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        response = events(_watch(site, place, site.words, gone))
        response.call_on_close(lambda: site.streams.leave(place))
        return response


def _watch(site: Site, place: Place, words: Words, gone: Callable[[], bool]) -> Iterator[bytes]:
    """What to send until the place is lost or nobody reads any more."""
    yield GREETING
    number, last = -1, site.clock()
    told: Lit | None = None
    while place.held and not gone():
        number, frame = _newest(site.boards.shown, number)
        word = strip_word(site.table.now.asides, words)
        lit = Lit(_on_screen(frame, site.boards.gamma), word)
        if lit != told:
            told, last = lit, site.clock()
            yield b"data: %s\n\n" % to_json(lit)
            time.sleep(APART)
        elif site.clock() - last >= BEAT:
            last = site.clock()
            yield HEARTBEAT
    if place.replaced:
        yield REPLACED


def _newest(shown: Shown | None, number: int) -> tuple[int, Frame]:
    """Where nothing is ever shown there is nothing to wait for but whoever reads."""
    if shown is None:
        time.sleep(0 if number < 0 else LOOK_UP)
        return 0, b""
    return shown.after(number, LOOK_UP)


def _on_screen(frame: Frame, gamma: float) -> str:
    """A screen has a gamma of its own, so that of the lights is taken back."""
    return b64encode(corrected(frame, 1 / gamma)).decode()
