"""The settings as programs read them, and as the host's phone changes them."""

from __future__ import annotations

from hashlib import sha256

from flask import Response
from msgspec.structs import asdict

from scorekeeper.board.light.colour import PALETTES, hex_of
from scorekeeper.game.codec import to_json
from web.context import Site, fresh, json
from web.http.operations import Routes, Who
from web.settings.schema import Chosen, Wanted


class InForce(Chosen, frozen=True, kw_only=True):
    """The settings in force. ``changed`` names those that the host has set; each of ``palettes``
    has a colour for each team, which also colour-blind people tell apart."""

    tag: str
    changed: tuple[str, ...]
    palettes: tuple[tuple[str, ...], ...]


def add_settings(routes: Routes, site: Site) -> None:
    """``/api/v1/settings``: anybody may look, the host may change."""

    @routes.add("get", "/api/v1/settings", "What is set.", InForce)
    def settings() -> Response:
        body = to_json(_in_force(site))
        return fresh(body, "application/json", sha256(body).hexdigest())

    @routes.add(
        "put",
        "/api/v1/settings",
        "Change what is set; whatever is left out stays, null is as before any change.",
        InForce,
        body=Wanted,
        wrong=(422, 503),
        who=Who.HOST,
    )
    def change(asked: Wanted) -> Response:
        site.settings.change(asked)
        return json(_in_force(site))


def _in_force(site: Site) -> InForce:
    return InForce(
        **asdict(site.settings.now),
        tag=site.settings.tag,
        changed=site.settings.changed,
        palettes=tuple(tuple(map(hex_of, palette)) for palette in PALETTES),
    )
