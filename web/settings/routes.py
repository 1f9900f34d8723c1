"""Routes of the settings: anyone may read them, the host may change them."""

from hashlib import sha256

import msgspec
from flask import Response
from msgspec.structs import asdict

from scorekeeper.board.light import PALETTES, hex_of
from scorekeeper.game.codec import to_json
from web.context import Context
from web.http.operations import Role, Routes
from web.http.response import cacheable, json_response
from web.settings.schema import Family, HostSettings, SettingsPatch
from web.settings.store import forget_family, keep_family


class SettingsResponse(HostSettings, frozen=True, kw_only=True):
    """The settings in force. ``changed`` names those that the host has set; each of ``palettes``
    has one colour a team, safe for colour-blind people. ``team_colours`` are the colours, and usual
    ones for teams beyond them."""

    tag: str
    changed: tuple[str, ...]
    palettes: tuple[tuple[str, ...], ...]
    team_colours: tuple[str, ...]


class FamilyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a family at this table."""

    name: str


def add_settings(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/settings`` and ``/api/v1/families``."""

    @routes.get("/api/v1/settings", "The settings in force.", SettingsResponse)
    def settings() -> Response:
        body = to_json(_response(context))
        return cacheable(body, "application/json", sha256(body).hexdigest())

    @routes.put(
        "/api/v1/settings",
        "Change settings: omitted fields are unchanged, null resets a field to its default.",
        SettingsResponse,
        errors=(422, 503),
        role=Role.HOST,
    )
    def change(body: SettingsPatch) -> Response:
        context.settings.change(body)
        return json_response(_response(context))

    @routes.post(
        "/api/v1/families",
        "Keep a family at the table, in the place of one of its name.",
        SettingsResponse,
        errors=(422, 503),
        role=Role.SCORER,
    )
    def keep(body: Family) -> Response:
        keep_family(context.settings, body)
        return json_response(_response(context))

    @routes.delete(
        "/api/v1/families",
        "Forget a family; one that the table does not have is forgotten already.",
        SettingsResponse,
        errors=(503,),
        role=Role.SCORER,
    )
    def forget(body: FamilyName) -> Response:
        forget_family(context.settings, body.name)
        return json_response(_response(context))


def _response(context: Context) -> SettingsResponse:
    chosen = context.settings.now
    return SettingsResponse(
        **asdict(chosen),
        tag=context.settings_tag,
        changed=context.settings.changed,
        palettes=tuple(tuple(map(hex_of, palette)) for palette in PALETTES),
        team_colours=tuple(map(hex_of, chosen.lights)),
    )
