"""Checks on every request, and headers for every response."""

from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, request

from scorekeeper.words import en
from scorekeeper.words.catalogue import shown
from web.http.errors import HttpError
from web.http.request import Site
from web.http.response import JSON

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Security headers. They prevent framing by other sites and leaks of join URLs in the Referer."""


def add_security(app: Flask, site: Site) -> None:
    """Check every request to *app*, including unknown paths."""

    @app.before_request
    def check() -> Response | None:
        host = request.headers.get("Host", "")
        if not site.addresses.accepts(host):
            there = site.portal
            if there and request.method in ("GET", "HEAD"):
                # Captive portal: phones probe a new Wi-Fi for internet access, and open the page
                # that they are redirected to.
                headers = {"Location": there, "Cache-Control": "no-store"}
                return Response(status=302, headers=headers)
            raise HttpError(421, "wrong_host", en("Unknown host {host}."), host=shown(host))
        if request.method not in SAFE_METHODS and request.routing_exception is None:
            _check_write(host)
        return None

    @app.after_request
    def protect(response: Response) -> Response:
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        # Browsers send Sec-Fetch-Site in secure contexts; in others they warn about COOP.
        if "Sec-Fetch-Site" in request.headers:
            response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        return response


def _check_write(host: str) -> None:
    """Raise HttpError for requests from pages of other sites. Other clients send no Origin."""
    origin = request.headers.get("Origin")
    if origin is not None and not is_same_origin(origin, host, request.environ["SERVER_PORT"]):
        sentence = en("A cross-origin request from {origin} was refused.")
        raise HttpError(403, "foreign_origin", sentence, origin=shown(origin))
    # Pages of other sites can send forms without a preflight request, but not JSON.
    if request.mimetype != JSON:
        sentence = en("Send application/json, not {kind}.")
        raise HttpError(415, "not_json", sentence, kind=shown(request.mimetype))


def is_same_origin(origin: str, host: str, port: str = "") -> bool:
    """True if *origin* matches *host*, the Host header.

    This server speaks only http, on *port*. An https page is served by a proxy and its Host has no
    port, which http omits only on port 80.
    """
    try:
        parts, asked = urlsplit(origin), urlsplit(f"//{host}")
        by_proxy = asked.port is None and port != "80"
    except ValueError:
        return False
    schemes = {"http", "https"} if by_proxy else {"http"}
    return parts.scheme in schemes and parts.netloc.lower() == host.lower() != ""
