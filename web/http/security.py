"""What every request must pass, and what every answer carries, whichever route it goes to."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response, request

from scorekeeper.words import en
from scorekeeper.words.errors import shown
from web.context import Site
from web.http.addresses import same_origin
from web.http.errors import TurnedAway

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""No address that holds a join code is told to anybody, and no page elsewhere may show this one."""


def guard(app: Flask, site: Site) -> None:
    """Put the gate before every route of *app*, those that do not exist included."""

    @app.before_request
    def check() -> None:
        _check_host(site)
        if request.method not in READING and request.routing_exception is None:
            _check_origin()
            _check_type()

    @app.after_request
    def protect(response: Response) -> Response:
        response.headers.update(HEADERS)
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def _check_host(site: Site) -> None:
    host = request.headers.get("Host", "")
    if not site.addresses.answer_to(host):
        raise TurnedAway(421, "wrong_host", en("No table here is called {host}."), host=shown(host))


def _check_origin() -> None:
    """A page from elsewhere may not write. Programs other than browsers send no Origin."""
    origin = request.headers.get("Origin")
    if origin is not None and not same_origin(origin, request.headers["Host"]):
        raise TurnedAway(
            403,
            "foreign_origin",
            en("A page from {origin} may not write here."),
            origin=shown(origin),
        )


def _check_type() -> None:
    """A form can be sent by any page without asking first; JSON cannot."""
    if request.mimetype != "application/json":
        raise TurnedAway(
            415,
            "not_json",
            en("Send application/json, not {kind}."),
            kind=shown(request.mimetype),
        )
