"""The page and its files, QR codes, and `/healthz` for monitoring."""

from __future__ import annotations

from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from typing import Final

import segno
from flask import Flask, Response, render_template, request
from msgspec.structs import asdict
from werkzeug.exceptions import NotFound

from scorekeeper.board.render.timeline import STEP, WALK_AT_MOST
from scorekeeper.game.codec import to_json
from scorekeeper.keypad.hold import HOLD_SECONDS
from scorekeeper.table.replay import LOOKED_AT
from scorekeeper.words import LANGUAGES
from web.context import DEVICE, Site, device, fresh, json, kept_by_nobody, new_device
from web.http.assets import Asset
from web.http.operations import Routes
from web.live.responses import Health
from web.translations import de_rules, translations


def qr_svg(address: str) -> bytes:
    """*address* as an SVG of dark squares on white, with the quiet zone that cameras want."""
    out = BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return out.getvalue()


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
        return _shell(site, "kiosk")

    @app.get("/strip")
    def strip() -> Response:
        return _shell(site, "leds")

    @app.get("/keys")
    def keypad() -> Response:
        return _shell(site, "keypad")

    _add_files(app, site)
    _add_codes(app, site)


def _add_files(app: Flask, site: Site) -> None:
    """What the pages are made of: words, scripts, styles and icons."""

    @app.get("/words/<lang>.json")
    def words(lang: str) -> Response:
        if lang not in LANGUAGES:
            raise NotFound
        spoken = site.speaking(lang)
        body = to_json({"sentences": translations(spoken), "de": de_rules(spoken)})
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


def _shell(site: Site, script: str) -> Response:
    """Return a page that *script* fills, in the style of the same name."""
    body = render_template(
        "page.html",
        lang=site.words.lang,
        words=site.words,
        needs_script=site.words.say("This page needs JavaScript."),
        letters=site.settings.now.letters,
        pace=PACE,
        static=f"/static/{site.assets.digest}",
        script=script,
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


def add_health(routes: Routes, site: Site) -> None:
    """``/healthz``."""
    born = site.clock()

    @routes.add("get", "/healthz", "How the program is.", Health)
    def health() -> Response:
        snapshot = site.table.now
        parts = {name: how() for name, how in site.health.items()}
        journal = {"id": snapshot.journal, "lines": snapshot.version}
        told = Health(
            version=version("cribble"),
            uptime=round(site.clock() - born, 3),
            journal=journal | parts.pop("journal", {}),
            streams={"open": len(site.streams), "limit": site.streams.places},
        )
        return json({**asdict(told), **parts})
