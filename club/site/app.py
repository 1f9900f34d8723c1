"""The web application of a hub; its collaborators are passed in."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from flask import Flask, Response, request

from club.night.entry import Refused, Why
from club.site.context import HubContext
from club.site.director import add_director, add_rights
from club.site.feeds import Views, add_streams, add_wall
from club.site.paper import add_paper
from club.site.player import add_me, add_results
from web.app import site_app
from web.context import program_version
from web.http.errors import error_response
from web.http.response import json_response
from web.http.routes import Routes
from web.pages import add_files, qr_response, shell


class HubHealth(msgspec.Struct, frozen=True):
    """The health of the hub: its journal, its broker connection, and the tables online."""

    version: str
    uptime: float
    hub: str
    journal: dict[str, Any]
    broker: Mapping[str, Any]
    tables: dict[str, int]
    streams: dict[str, int]
    rival: str | None


STATUS = {Why.TAKEN: 409, Why.DIFFERENT: 409, Why.WATCHING: 409}
"""HTTP status by reason of a refusal; 422 for all other reasons."""


def create_hub_app(context: HubContext) -> Flask:
    """Return the WSGI application of a hub."""
    app = site_app(context)
    routes, views = Routes(app, context), Views(context)
    born = context.clock()

    @app.errorhandler(Refused)
    def refused(error: Refused) -> Response:
        return error_response(STATUS.get(error.why, 422), error.why, context.words.fault(error))

    for path, page in (("/", "wall"), ("/me", "me"), ("/director", "director")):
        app.add_url_rule(path, f"{page}_page", partial(shell, context, page))

    @app.get("/me.svg")
    def me_svg() -> Response:
        base = context.addresses.join(None, request.host)
        return qr_response(base and f"{base}me")

    add_files(app, context, "club")

    @routes.get("/healthz", "Report the health of the hub.", HubHealth)
    def health() -> Response:
        trouble = context.hub.journal.trouble
        tables = context.tables.online()
        report = HubHealth(
            version=program_version(),
            uptime=round(context.clock() - born, 3),
            hub=context.hub.id,
            journal={"lines": context.hub.now.version, "trouble": trouble and trouble.code},
            broker=context.broker(),
            tables={"known": len(tables), "online": sum(tables.values())},
            streams={"open": len(context.streams), "limit": context.streams.limit},
            rival=context.hub.now.rival,
        )
        return json_response(report)

    add_rights(routes, context)
    add_paper(routes, context)
    for add in (add_wall, add_streams, add_me, add_results, add_director):
        add(routes, context, views)
    routes.describe()
    return app
