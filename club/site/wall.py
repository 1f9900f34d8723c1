"""Routes that anybody may read: the night, its standings, the live tables and their streams."""

from typing import Any

from flask import Response

from club.site.context import HubContext
from club.site.feeds import (
    DIRECTOR,
    PHONE,
    WALL,
    NightFeed,
    TableBroadcast,
    TableFeed,
    Views,
    stamped,
)
from club.site.responses import SentWall, StandingView
from club.site.views import shown_standings
from web.http.broadcast import Broadcast, event_stream
from web.http.events import EVENTS
from web.http.operations import Role, Routes
from web.http.request import device
from web.http.response import json_bytes, json_response


def add_wall(routes: Routes, context: HubContext, views: Views) -> None:
    """Add ``/api/v1/night``, ``/api/v1/standings`` and ``/api/v1/tables``."""

    @routes.get("/api/v1/night", "The night as everybody may see it.", SentWall)
    def night() -> Response:
        return json_bytes(stamped(views.json(WALL)))

    @routes.get(
        "/api/v1/standings",
        "The standings; null while they are hidden.",
        tuple[StandingView, ...] | None,
    )
    def standings() -> Response:
        return json_response(shown_standings(context.state))

    @routes.get("/api/v1/tables", "The tables on the broker as they are.", list[dict[str, Any]])
    def tables() -> Response:
        return json_bytes(context.tables.since(0)[1])


def add_streams(routes: Routes, context: HubContext, views: Views) -> None:
    """Add the streams of the wall, of a player's phone, of the director, and of the tables."""
    night = Broadcast(NightFeed(context.hub, views), context.streams, context.clock)
    tables = TableBroadcast(TableFeed(context.tables), context.streams, context.clock)

    @routes.get(
        "/api/v1/stream/wall", "Follow the night as everybody may see it.", EVENTS, errors=(503,)
    )
    def wall_stream() -> Response:
        return _follow(context, night, "wall", WALL)

    @routes.get(
        "/api/v1/stream/me", "Follow the evening of the player who asks.", EVENTS, errors=(503,)
    )
    def my_stream() -> Response:
        player = context.player
        return _follow(context, night, "me", PHONE + (player.id if player else ""))

    @routes.get(
        "/api/v1/stream/director",
        "Follow the whole night.",
        EVENTS,
        errors=(503,),
        role=Role.HOST,
    )
    def director_stream() -> Response:
        return _follow(context, night, "director", DIRECTOR)

    @routes.get(
        "/api/v1/stream/tables",
        "Follow the tables: each event holds those that changed, the first all of them.",
        EVENTS,
        errors=(503,),
    )
    def table_stream() -> Response:
        return _follow(context, tables, "tables", WALL)


def _follow(context: HubContext, broadcast: Broadcast, kind: str, audience: str) -> Response:
    known = device()
    return event_stream(
        broadcast,
        key=f"{kind} {known}" if known else None,
        scorer=context.player is not None or context.is_director,
        lang=audience,
        seen=None,
    )
