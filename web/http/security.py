"""Checks that every request must pass, and headers that every response carries."""

from collections.abc import Callable
from typing import Any, Final

from flask import Flask, Response, request

from scorekeeper.words import en
from scorekeeper.words.errors import shown
from web.http.addresses import is_same_origin
from web.http.context import HttpContext
from web.http.errors import HttpError

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""No Referer leaks a join URL, and no other site can frame the page."""

SECURE_HEADERS: Final = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Only for a secure context, which a page over http is on the table's own machine alone: elsewhere
browsers ignore them, and complain."""


def add_security(app: Flask, site: HttpContext) -> None:
    """Check every request to *app*, unknown paths included."""

    @app.before_request
    def check() -> Response | None:
        if site.is_captive and (answer := lead_to_page(site)):
            return answer
        _check_host(site)
        if request.method not in SAFE_METHODS and request.routing_exception is None:
            _check_origin()
            _check_type()
        return None

    @app.after_request
    def protect(response: Response) -> Response:
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        if _is_secure():
            response.headers.extend(SECURE_HEADERS)
        return response


def with_headers(start_response: Callable[..., Any]) -> Callable[..., Any]:
    """Return *start_response* with the HEADERS, of which no route sets one. Here they cost nothing:
    as headers of a Response each would be checked and copied for every request."""

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        return start_response(status, [*headers, *HEADERS.items()], exc_info)

    return start


def _is_secure() -> bool:
    """True if the browser trusts where it asks: only then does it say on whose behalf."""
    return "Sec-Fetch-Site" in request.headers


def lead_to_page(site: HttpContext) -> Response | None:
    """Return a redirect to the page for a phone that asks any other site, else None.

    A captive portal: a phone probes whether its new Wi-Fi has the internet, and shows what it finds
    instead. In other networks a foreign name is refused.
    """
    foreign = not site.addresses.accepts(request.headers.get("Host", ""))
    there = site.addresses.url
    if not (foreign and there and request.method in ("GET", "HEAD")):
        return None
    return Response(status=302, headers={"Location": there, "Cache-Control": "no-store"})


def _check_host(site: HttpContext) -> None:
    host = request.headers.get("Host", "")
    if not site.addresses.accepts(host):
        raise HttpError(421, "wrong_host", en("No table here is called {host}."), host=shown(host))


def _check_origin() -> None:
    """A page of another site may not write. Programs other than browsers send no Origin."""
    origin = request.headers.get("Origin")
    port = request.environ["SERVER_PORT"]
    if origin is not None and not is_same_origin(origin, request.headers["Host"], port):
        sentence = en("A page from {origin} may not write here.")
        raise HttpError(403, "foreign_origin", sentence, origin=shown(origin))


def _check_type() -> None:
    """Any page can send a form without a preflight request; JSON it cannot."""
    if request.mimetype != "application/json":
        sentence = en("Send application/json, not {kind}.")
        raise HttpError(415, "not_json", sentence, kind=shown(request.mimetype))
