"""The pages of the hub, the QR code that leads to a player's, and ``/healthz``."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response, request

from club.site.context import HubContext
from web.context import program_version
from web.http.operations import Routes
from web.http.response import json_response
from web.pages import add_files, qr_response, shell
from web.translations import club_sentences


def add_pages(routes: Routes, context: HubContext) -> None:
    """Add ``/``, ``/me`` and ``/director``, their files, and ``/me.svg``."""
    app = routes.app

    @app.get("/")
    def wall_page() -> Response:
        return shell(context, "wall")

    @app.get("/me")
    def me_page() -> Response:
        return shell(context, "me")

    @app.get("/director")
    def director_page() -> Response:
        return shell(context, "director")

    @app.get("/me.svg")
    def me_svg() -> Response:
        base = context.addresses.join(None, request.host)
        return qr_response(base and f"{base}me")

    add_files(app, context, club_sentences)


class HubHealth(msgspec.Struct, frozen=True):
    """The health of the hub: its journal, its broker, and the tables that are there."""

    version: str
    uptime: float
    hub: str
    journal: dict[str, Any]
    broker: Mapping[str, Any]
    tables: dict[str, int]
    streams: dict[str, int]
    rival: str | None


def add_health(routes: Routes, context: HubContext) -> None:
    """Add ``/healthz``."""
    born = context.clock()

    @routes.get("/healthz", "Report the health of the hub.", HubHealth)
    def health() -> Response:
        trouble = context.hub.journal.trouble
        tables = context.tables
        report = HubHealth(
            version=program_version(),
            uptime=round(context.clock() - born, 3),
            hub=context.hub.id,
            journal={"lines": context.hub.now.version, "trouble": trouble and trouble.code},
            broker=context.broker(),
            tables={"known": len(tables.names()), "online": len(tables.online())},
            streams={"open": len(context.streams), "limit": context.streams.limit},
            rival=context.hub.now.rival,
        )
        return json_response(report)
