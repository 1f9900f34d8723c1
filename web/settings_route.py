"""The settings as programs read them, and as the host's phone changes them."""

from __future__ import annotations

from hashlib import sha256

from flask import Flask, Response
from msgspec.structs import asdict

from scorekeeper.board.light import PALETTES, hex_of
from scorekeeper.game.wire import to_json
from web.chosen import Chosen, Wanted
from web.site import Site, body_as, fresh, json


class InForce(Chosen, frozen=True, kw_only=True):
    """The settings in force. ``changed`` names those that the host has set; each of ``palettes``
    has a colour for each team, which also colour-blind people tell apart."""

    tag: str
    changed: tuple[str, ...]
    palettes: tuple[tuple[str, ...], ...]


def add_settings(app: Flask, site: Site) -> None:
    """``/api/v1/settings``: anybody may look, the host may change."""

    @app.get("/api/v1/settings")
    def settings() -> Response:
        body = to_json(_in_force(site))
        return fresh(body, "application/json", sha256(body).hexdigest())

    @app.put("/api/v1/settings")
    def change() -> Response:
        site.host_only()
        site.settings.change(body_as(Wanted))
        return json(_in_force(site))


def _in_force(site: Site) -> InForce:
    return InForce(
        **asdict(site.settings.now),
        tag=site.settings.tag,
        changed=site.settings.changed,
        palettes=tuple(tuple(map(hex_of, palette)) for palette in PALETTES),
    )
