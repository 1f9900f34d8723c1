"""The web application of a table. All dependencies are passed in."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from flask import Flask

from web.auth.session import add_devices, add_host, add_join
from web.board import add_board
from web.context import Context, program_version
from web.history.figures import add_figures
from web.history.games import add_exports, add_games, add_replay
from web.history.quiz import add_quiz
from web.history.rivalry import add_rivalry
from web.host import add_backups, add_settings, add_wifi
from web.http.errors import add_error_handlers
from web.http.request import MAX_BODY, Site
from web.http.response import add_compression
from web.http.routes import Routes
from web.http.security import HEADERS, add_security
from web.live.read import add_log, add_state
from web.live.write import add_at_show, add_checks, add_entries, add_refusals
from web.pages import add_pages
from web.rules import add_rules

AddRoutes: TypeAlias = Callable[[Routes, Context], None]

ROUTES: Final[tuple[AddRoutes, ...]] = (
    add_pages,
    add_join,
    add_host,
    add_devices,
    add_state,
    add_entries,
    add_refusals,
    add_checks,
    add_at_show,
    add_log,
    add_board,
    add_rules,
    add_games,
    add_exports,
    add_quiz,
    add_figures,
    add_rivalry,
    add_replay,
    add_settings,
    add_backups,
    add_wifi,
)


def create_app(context: Context, more: Sequence[AddRoutes] = ()) -> Flask:
    """Return the WSGI application of a table, with *more* routes.

    Publishes the tags of rights and settings in the machine's state, so that phones reload them
    after a change.
    """
    table, access = context.table, context.access

    def announce_rights() -> None:
        table.set_machine(rights_tag=access.tag)

    def announce_settings() -> None:
        table.set_machine(settings_tag=context.settings_tag)

    access.on_change.add(announce_rights)
    context.settings.on_change.add(announce_settings)
    table.on_start.add(context.settings.remember_start)
    announce_rights()
    announce_settings()
    app = site_app(context)
    routes = Routes(app, context)
    for add in (*ROUTES, *more):
        add(routes, context)
    routes.describe()
    return app


class App(Flask):
    """Flask without coroutine support; adds HEADERS to every response."""

    def __call__(self, environ: Any, start_response: Any) -> Any:
        """Handle a WSGI request."""

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            # Faster than Response headers, which are validated and copied for every request.
            return start_response(status, [*headers, *HEADERS.items()], exc_info)

        return super().__call__(environ, start)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return *func* unchanged: skips Flask's check for coroutines on every request."""
        return func


def site_app(site: Site) -> Flask:
    """Return an application without routes, with the checks and error handlers of every site."""
    program_version()
    app = App("web", root_path=str(Path(__file__).parent), static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.url_map.strict_slashes = True
    add_security(app, site)
    add_compression(app)
    add_error_handlers(app, site)
    return app
