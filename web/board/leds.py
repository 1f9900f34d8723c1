"""The event stream of the strip: its frames, for screens that show them."""

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
from web.board.boards import FrameSource
from web.context import Context
from web.http.events import EVENTS, POLL, EventSource, StreamKind
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

    @routes.get(
        "/api/v1/strip",
        "Follow the frames of the strip as server-sent events.",
        EVENTS,
        errors=(503,),
    )
    def frames() -> Response:
        return context.follow(StreamKind.STRIP, _frames(context, context.words))


def _frames(context: Context, words: Words) -> EventSource:
    """Yield the current frame, then each that differs."""
    number = -1
    sent: LedFrame | None = None
    while True:
        number, frame = _newest(context.boards.shown, number)
        status = strip_status(context.table.now.live, words)
        led_frame = LedFrame(_on_screen(frame, context.boards.gamma), status, _board_tag(context))
        if led_frame == sent:
            yield None
        else:
            sent = led_frame
            yield b"data: %s\n\n" % to_json(led_frame)
            time.sleep(MIN_INTERVAL)


def _board_tag(context: Context) -> str:
    board = to_json((context.table.now.game.rules, context.settings.now.lights))
    return sha256(board).hexdigest()[:8]


def _newest(shown: FrameSource | None, number: int) -> tuple[int, Frame]:
    """Return the next frame; without a strip, an empty one after POLL seconds."""
    if shown is None:
        time.sleep(0 if number < 0 else POLL)
        return 0, b""
    return shown.after(number, POLL)


def _on_screen(frame: Frame, gamma: float) -> str:
    """Undo the gamma of the LEDs: a screen has its own."""
    return b64encode(corrected(frame, 1 / gamma)).decode()
