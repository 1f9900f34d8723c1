"""Put the page together around a table: all that it works with is handed in."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from flask import Flask

from scorekeeper.table import Keys, Replay, Table
from scorekeeper.words import Words
from web.auth.access import Access
from web.auth.devices import Connected, Devices
from web.auth.routes import add_connections, add_host
from web.auth.session import add_joining
from web.board.boards import NO_BOARDS, Boards
from web.board.geometry import add_board
from web.board.leds import add_strip
from web.context import Counter, Health, Site
from web.history.cache import Shelf
from web.history.games import add_exports, add_past
from web.history.players import add_figures
from web.history.replay import add_replaying
from web.http.addresses import Addresses
from web.http.assets import Assets
from web.http.compression import pack
from web.http.error_handlers import answer_errors
from web.http.event_slots import Streams
from web.http.openapi import add_openapi
from web.http.operations import Routes
from web.http.request import LARGEST
from web.http.security import guard
from web.live.cache import Speaking, Told
from web.live.entry_mode import add_entry_mode
from web.live.keypad import add_keys
from web.live.preview import add_previewing
from web.live.read import add_following, add_reading
from web.live.record import add_record
from web.live.write import add_writing
from web.pages import add_health, add_pages
from web.rules import add_rules
from web.settings.routes import add_settings
from web.settings.store import Settings

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
    add_entry_mode,
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
        site.table.set_live(rights_tag=site.access.tag)

    def told_settings() -> None:
        site.table.set_live(settings_tag=site.settings.tag)

    site.access.tell(told_rights)
    site.settings.tell(told_settings)
    told_rights()
    told_settings()
