"""Put the page together around a table: all that it works with is handed in."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from flask import Flask

from scorekeeper.table import Keys, Replay, Table
from scorekeeper.words import Words
from web.access import ASIDE as RIGHTS
from web.access import Access
from web.addresses import Addresses
from web.assets import Assets
from web.board import add_board
from web.boards import NO_BOARDS, Boards
from web.bodies import LARGEST
from web.connected import Connected
from web.connections import add_connections
from web.counter import Counter
from web.devices import Devices
from web.errors import answer_errors
from web.exports import add_exports
from web.figures import add_figures
from web.following import add_following
from web.gate import guard
from web.habits import add_habits
from web.health import add_health
from web.host import add_host
from web.joining import add_joining
from web.keys import add_keys
from web.openapi import add_openapi
from web.packing import pack
from web.pages import add_pages
from web.past import add_past
from web.played import Shelf
from web.previewing import add_previewing
from web.reading import add_reading
from web.record import add_record
from web.replaying import add_replaying
from web.routes import Routes
from web.rules import add_rules
from web.settings import ASIDE as SETTINGS
from web.settings import Settings
from web.settings_route import add_settings
from web.site import Health, Site
from web.streams import Streams
from web.strip import add_strip
from web.told import Speaking, Told
from web.writing import add_writing

HERE: Final = Path(__file__).parent

ROUTES: Final = (
    add_pages,
    add_joining,
    add_reading,
    add_rules,
    add_past,
    add_exports,
    add_figures,
    add_health,
    add_replaying,
    add_board,
    add_following,
    add_strip,
    add_writing,
    add_keys,
    add_previewing,
    add_record,
    add_habits,
    add_host,
    add_connections,
    add_settings,
    add_openapi,
)
"""Each says what can be asked of it where it answers."""


def create_app(
    table: Table,
    *,
    access: Access,
    addresses: Addresses,
    streams: Streams,
    counter: Counter,
    speaking: Speaking = Words.of,
    boards: Boards = NO_BOARDS,
    settings: Settings | None = None,
    devices: Devices | None = None,
    health: Health | None = None,
    replay: Replay | None = None,
    keys: Keys | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Flask:
    """The site around *table*, as a WSGI application.

    *counter* counts hands that are on no table; *boards* are those that the page draws;
    *settings* are what the host may change; *devices* numbers phones; *health* asks the other parts
    how they are; *replay* shows games of the past; *keys* are
    those of the table's keypads; *clock* counts seconds and never goes back.
    """
    site = Site(
        table=table,
        access=access,
        addresses=addresses,
        assets=Assets(HERE / "static"),
        streams=streams,
        told=Told(speaking, table.ticks),
        counter=counter,
        shelf=Shelf(table),
        replay=replay or Replay(table),
        keys=keys or Keys(table),
        speaking=speaking,
        boards=boards,
        settings=settings or Settings(),
        health=health or {},
        clock=clock,
        connected=Connected(clock),
        devices=devices or Devices(),
    )
    _spread(site)
    return _app(site)


def _app(site: Site) -> Flask:
    """Every route, behind the gate."""
    app = Flask("web", root_path=str(HERE), static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    app.url_map.strict_slashes = True
    guard(app, site)
    pack(app)
    answer_errors(app, site)
    routes = Routes(app, site)
    for add in ROUTES:
        add(routes, site)
    return app


def _spread(site: Site) -> None:
    """Have every phone learn of new rights and settings, wherever they come from."""

    def told_rights() -> None:
        site.table.aside(RIGHTS, site.access.tag)

    def told_settings() -> None:
        site.table.aside(SETTINGS, site.settings.tag)

    site.access.tell(told_rights)
    site.settings.tell(told_settings)
    told_rights()
    told_settings()
