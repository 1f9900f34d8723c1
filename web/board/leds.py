"""What the strip shows, for those who have none or sit elsewhere: the very frames, as they come."""

from __future__ import annotations

import time
from base64 import b64encode
from hashlib import sha256
from typing import Final

import msgspec
from flask import Response

from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.power import corrected
from scorekeeper.game.codec import to_json
from scorekeeper.words import Words
from web.board.boards import Shown
from web.context import Site
from web.http.events import EVENTS, LOOK_UP, News, What, following
from web.http.operations import Routes
from web.live.status import StripWord, strip_word

APART: Final = 1 / 30
"""Seconds between two frames at least; whatever was shown between them is left out."""


class Lit(msgspec.Struct, frozen=True):
    """Red, green and blue of every light in base64, as a screen shows them; empty before the first
    frame; how the strip is; and a name of the ``board`` as it is drawn now: another game draws it
    anew."""

    frame: str
    strip: StripWord
    board: str


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
        return following(site, What.STRIP, _frames(site, site.words))


def _frames(site: Site, words: Words) -> News:
    """What is lit, and then whatever else is."""
    number = -1
    told: Lit | None = None
    while True:
        number, frame = _newest(site.boards.shown, number)
        word = strip_word(site.table.now.live, words)
        lit = Lit(_on_screen(frame, site.boards.gamma), word, _drawn(site))
        if lit == told:
            yield None
        else:
            told = lit
            yield b"data: %s\n\n" % to_json(lit)
            time.sleep(APART)


def _drawn(site: Site) -> str:
    drawn = to_json((site.table.now.game.rules, site.settings.now.lights))
    return sha256(drawn).hexdigest()[:8]


def _newest(shown: Shown | None, number: int) -> tuple[int, Frame]:
    """Where nothing is ever shown there is nothing to wait for but whoever reads."""
    if shown is None:
        time.sleep(0 if number < 0 else LOOK_UP)
        return 0, b""
    return shown.after(number, LOOK_UP)


def _on_screen(frame: Frame, gamma: float) -> str:
    """A screen has a gamma of its own, so that of the lights is taken back."""
    return b64encode(corrected(frame, 1 / gamma)).decode()
