"""The web application around a table; all its collaborators are handed in."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from flask import Flask
from werkzeug.routing import Rule

from scorekeeper.table import KeypadSession, Replay, Table
from scorekeeper.words import Words
from web.auth.access import Access
from web.auth.claim import Claim
from web.auth.devices import ConnectedDevices, Devices
from web.auth.rate_limit import CODE_LIMIT, JOIN_LIMIT, PIN_LIMIT, RateLimiter
from web.auth.routes import add_claim, add_devices, add_host, add_join
from web.backup.backups import Backups
from web.backup.routes import add_backup, add_upload
from web.board.boards import NO_BOARDS, Boards
from web.board.geometry import add_board
from web.board.leds import add_leds
from web.context import Agree, Context, HealthChecks, program_version
from web.history.cache import GameCache
from web.history.figures import add_figures
from web.history.games import add_exports, add_games
from web.history.players import add_players
from web.history.replay import add_replay
from web.http.addresses import Addresses
from web.http.assets import Assets
from web.http.context import HttpContext
from web.http.error_handlers import add_error_handlers, add_refusals
from web.http.events import Streams
from web.http.openapi import add_openapi
from web.http.operations import Routes
from web.http.request import MAX_BODY
from web.http.response import add_compression
from web.http.security import add_security, with_headers
from web.live.agreement import add_agreement
from web.live.at_show import add_at_show
from web.live.cache import SnapshotCache, WordsFor
from web.live.claim_check import add_claim_check
from web.live.preview import add_preview
from web.live.read import add_log, add_state
from web.live.write import add_actions, add_keys
from web.pages import PACE, add_health, add_pages
from web.rules import add_rules
from web.settings.routes import add_settings
from web.settings.store import Settings
from web.wifi.routes import add_wifi
from web.wifi.wifi import Wifi

HERE: Final = Path(__file__).parent

ROUTES: Final = (
    add_pages,
    add_health,
    add_join,
    add_host,
    add_claim,
    add_devices,
    add_state,
    add_actions,
    add_keys,
    add_preview,
    add_claim_check,
    add_at_show,
    add_agreement,
    add_log,
    add_board,
    add_leds,
    add_rules,
    add_games,
    add_exports,
    add_players,
    add_figures,
    add_replay,
    add_settings,
    add_backup,
    add_upload,
    add_wifi,
)

AddRoutes: TypeAlias = Callable[[Routes, Context], None]


def create_app(
    table: Table,
    *,
    access: Access,
    addresses: Addresses,
    streams: Streams,
    words_for: WordsFor = Words.of,
    boards: Callable[[], Boards] = lambda: NO_BOARDS,
    settings: Settings | None = None,
    devices: Devices | None = None,
    health: HealthChecks | None = None,
    agree: Agree | None = None,
    replay: Replay | None = None,
    keys: KeypadSession | None = None,
    backups: Backups | None = None,
    wifi: Wifi | None = None,
    clock: Callable[[], float] = time.monotonic,
    pace: Mapping[str, int] = PACE,
    claim: Claim | None = None,
    sudo: bool = False,
    more: Sequence[AddRoutes] = (),
) -> Flask:
    """Return the WSGI application around *table*.

    *boards* are drawn by the page; *settings* may be changed by the host; *devices* numbers phones;
    *health* reports on the other parts; *agree* is there where a table may have a seat in a night;
    *replay* shows finished games; *keys* are those of the keypads; *backups* are for the host;
    *wifi* is that of the machine; *clock* counts seconds and never goes back; *pace* are the times
    of the page; *claim* is that of a fresh machine; *sudo*: commands that show codes need it before
    them; *more* adds routes.
    """
    keys = keys or KeypadSession(table)
    context = Context(
        table=table,
        access=access,
        addresses=addresses,
        assets=Assets.of(),
        streams=streams,
        snapshots=SnapshotCache(words_for, table.ticks, keys.lockout, lambda: table.machine),
        games=GameCache(table),
        replay=replay or Replay(table),
        keys=keys,
        words_for=words_for,
        find_boards=boards,
        settings=settings or Settings(),
        health=health or {},
        agree=agree,
        clock=clock,
        connected=ConnectedDevices(clock),
        devices=devices or Devices(),
        pace=pace,
        code_guesses=RateLimiter(CODE_LIMIT, clock),
        pin_guesses=RateLimiter(PIN_LIMIT, clock),
        joins=RateLimiter(JOIN_LIMIT, clock),
        claim=claim or Claim(clock),
        sudo=sudo,
        backups=backups,
        wifi=wifi,
    )
    _announce_changes(context)
    return _app(context, more)


class Route(Rule):
    """A rule of which no URL is built: compiling code for that took a third of ``create_app``.

    A later werkzeug that does not call this private method is only slower.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        return lambda **_: ("", "")


class App(Flask):
    """Flask with lighter rules, without coroutines, and with the headers of every response."""

    url_rule_class = Route

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Answer a request, as WSGI says."""
        return super().__call__(environ, with_headers(start_response))

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return *func*: none is a coroutine, and Flask looks at each for every request."""
        return func


def site_app(site: HttpContext, most: int = MAX_BODY) -> Flask:
    """Return an application without routes: checks, compression and errors are those of every site.
    Bodies may have *most* bytes."""
    app = App("web", root_path=str(HERE), static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = most
    app.url_map.strict_slashes = True
    add_security(app, site)
    add_compression(app)
    add_error_handlers(app, site)
    return app


def _app(context: Context, more: Sequence[AddRoutes]) -> Flask:
    program_version()
    app = site_app(context)
    add_refusals(app, context)
    routes = Routes(app, context)
    for add in (*ROUTES, *more, add_openapi):
        add(routes, context)
    return app


def _announce_changes(context: Context) -> None:
    """Put the tags of rights and settings into the live state, now and after every change."""

    def announce_rights() -> None:
        context.table.set_machine(rights_tag=context.access.tag)

    def announce_settings() -> None:
        context.table.set_machine(settings_tag=context.settings_tag)

    context.access.subscribe(announce_rights)
    context.settings.subscribe(announce_settings)
    announce_rights()
    announce_settings()
