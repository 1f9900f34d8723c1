"""The page and its files; what is on it, the phone draws from what the table tells."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import NotFound

from scorekeeper.board.telling import STEP, WALK_AT_MOST
from scorekeeper.game.wire import to_json
from scorekeeper.keys import HOLD_SECONDS
from scorekeeper.table.replay import LOOKED_AT
from scorekeeper.words import LANGUAGES
from web.assets import Asset
from web.qr import qr_svg
from web.routes import Routes
from web.site import DEVICE, Site, device, fresh, kept_by_nobody, new_device

YEAR: Final = 365 * 24 * 3600

PACE: Final = to_json(
    {
        "step": round(1000 * STEP),
        "walk": round(1000 * WALK_AT_MOST),
        "look": round(1000 * LOOKED_AT),
        "hold": round(1000 * HOLD_SECONDS),
    }
).decode()
"""Times that the page keeps as the board, the replay and the keypads do, in milliseconds."""


def add_pages(routes: Routes, site: Site) -> None:
    """One shell for ``/``, ``/join``, ``/j/<code>``, ``/board``, ``/strip`` and ``/keys``.
    Opening any of them gives no right."""
    app = routes.app

    @app.get("/")
    @app.get("/join")
    @app.get("/j/<code>")
    def page(code: str = "") -> Response:
        return _shell(site, "phone")

    @app.get("/board")
    def kiosk() -> Response:
        return _shell(site, "kiosk", "kiosk")

    @app.get("/strip")
    def strip() -> Response:
        return _shell(site, "leds", "strip")

    @app.get("/keys")
    def keypad() -> Response:
        return _shell(site, "keypad", "keys")

    _add_files(app, site)
    _add_codes(app, site)


def _add_files(app: Flask, site: Site) -> None:
    """What the pages are made of: words, scripts, styles and icons."""

    @app.get("/words/<lang>.json")
    def words(lang: str) -> Response:
        if lang not in LANGUAGES:
            raise NotFound
        spoken = site.speaking(lang)
        body = to_json({"sentences": spoken.page(), "de": spoken.page_joint()})
        return fresh(body, "application/json", sha256(body).hexdigest())

    @app.get("/static/<edition>/<path:name>")
    def static(edition: str, name: str) -> Response:
        asset = site.assets.get(name)
        if asset is None or edition != site.assets.digest:
            raise NotFound
        return _for_ever(asset, f"{edition}/{name}")

    @app.get("/favicon.ico")
    def favicon() -> Response:
        asset = site.assets.get("favicon.svg")
        return fresh(asset.body, asset.kind, site.assets.digest) if asset else Response(status=204)


def _add_codes(app: Flask, site: Site) -> None:
    """The QR that gives the right to keep score, for scorers to show; the one to watch, for all."""

    @app.get("/join.svg")
    def join_svg() -> Response:
        site.scorers_only()
        return _qr(site.addresses.join(site.access.invitation, request.host))

    @app.get("/watch.svg")
    def watch_svg() -> Response:
        return _qr(site.addresses.join(None, request.host))


def _qr(address: str) -> Response:
    return kept_by_nobody(Response(qr_svg(address), mimetype="image/svg+xml"))


def _shell(site: Site, script: str, style: str | None = None) -> Response:
    """Return a page that *script* fills, with a *style* of its own where it has one."""
    body = render_template(
        "page.html",
        lang=site.words.lang,
        words=site.words,
        needs_script=site.words.say("This page needs JavaScript."),
        letters=site.settings.now.letters,
        pace=PACE,
        static=f"/static/{site.assets.digest}",
        script=script,
        own_style=style,
    ).encode()
    return _with_device(fresh(body, "text/html", sha256(body).hexdigest()))


def _with_device(response: Response) -> Response:
    """A name for this browser, which only says that it is the same one again."""
    if device() is None:
        response.set_cookie(DEVICE, new_device(), max_age=YEAR, httponly=True, samesite="Lax")
    return response


def _for_ever(asset: Asset, tag: str) -> Response:
    packed = asset.packed if request.accept_encodings["gzip"] else None
    response = Response(packed or asset.body, content_type=asset.kind)
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    response.headers["Vary"] = "Accept-Encoding"
    response.set_etag(f"{tag}+gzip" if packed else tag)
    response.make_conditional(request)
    return response
