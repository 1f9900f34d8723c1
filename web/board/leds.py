"""The event stream of the strip: its frames, for screens that show them."""

import time
from base64 import b64encode
from hashlib import sha256
from typing import Final

import msgspec
from flask import Response

from scorekeeper.board.light import Frame, corrected
from scorekeeper.game.codec import to_json
from web.context import Context
from web.http.broadcast import Broadcast, Event
from web.http.events import EVENTS, StreamKind
from web.http.operations import Routes
from web.live.status import StripStatus, strip_status

MIN_INTERVAL: Final = 1 / 30
"""Seconds between two frames; those between them are skipped."""


class LedFrame(msgspec.Struct, frozen=True):
    """RGB of every LED in base64, empty before the first frame; the status of the strip; and a
    digest of the ``board``, which changes when it must be drawn again."""

    frame: str
    strip: StripStatus
    board: str


def add_leds(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/strip``, which anyone may watch."""
    broadcast = Broadcast(_Frames(context), context.streams)

    @routes.get(
        "/api/v1/strip",
        "Follow the frames of the strip as server-sent events.",
        EVENTS,
        errors=(503,),
    )
    def frames() -> Response:
        return context.follow(StreamKind.STRIP, broadcast)


class _Frames:
    """The feed of the strip: each event is a whole frame."""

    def __init__(self, context: Context) -> None:
        self._context, self._number = context, -1

    def wait(self, seconds: float) -> None:
        shown = self._context.boards.shown
        time.sleep(MIN_INTERVAL if shown else seconds)
        if shown:
            self._number, _ = shown.after(self._number, seconds - MIN_INTERVAL)

    def newest(self, lang: str) -> Event:
        context, shown = self._context, self._context.boards.shown
        frame = shown.after(-1, 0)[1] if shown else b""
        status = strip_status(context.table.machine, context.words_for(lang))
        led_frame = LedFrame(_on_screen(frame, context.boards.gamma), status, _board_tag(context))
        return Event(led_frame, b"data: %s\n\n" % to_json(led_frame))


def _board_tag(context: Context) -> str:
    look, edition = context.settings.now.lights, context.boards.edition
    board = to_json((context.table.now.game.rules, look, edition))
    return sha256(board).hexdigest()[:8]


def _on_screen(frame: Frame, gamma: float) -> str:
    """Undo the gamma of the LEDs: a screen has its own."""
    return b64encode(corrected(frame, 1 / gamma)).decode()
