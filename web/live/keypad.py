"""The sixteen keys on a phone: they press what a keypad presses, and type on where it stopped."""

from __future__ import annotations

import msgspec
from flask import Response

from scorekeeper.journal import JournalFault
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.rejection import NotNow
from scorekeeper.table import Came, Saw
from scorekeeper.words import Words
from web.auth.session import who_asks
from web.context import Site, json_led_by
from web.http.operations import Routes, Who
from web.live.responses import Pressed


class Pressing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key by what is printed on it, the version that its sender saw, whether anything was half
    typed there, and a name that makes it harmless to send it twice."""

    key: Key
    seen: int | None = None
    half: bool | None = None
    once: str | None = None


def add_keys(routes: Routes, site: Site) -> None:
    """``/api/v1/keys``, for scorers only."""

    @routes.add(
        "post",
        "/api/v1/keys",
        "Press a key: a rank, GO, UNDO or OK; HELD is OK held, NEXT is for those who only peg.",
        Pressed,
        body=Pressing,
        wrong=(422,),
        who=Who.SCORERS,
    )
    def keys(asked: Pressing) -> Response:
        saw = Saw(asked.seen, asked.half)
        came = site.keys.take(asked.key, who_asks(site), saw=saw, once=asked.once)
        snapshot, words = site.table.now, site.words
        told = site.told.json(snapshot, words.lang)
        before = {"heard": came.heard, "entry": came.version, "why": _why(came, site, words)}
        return json_led_by(before, told)


def _why(came: Came, site: Site, words: Words) -> str | None:
    """In a sentence, where it can be told why the key was refused."""
    if came.why is None:
        return None
    if isinstance(came.why, NotNow):
        return words.rejection(came.why)
    if isinstance(came.why, JournalFault):
        return words.fault(came.why)
    return words.refusal(came.why, site.table.now.game)
