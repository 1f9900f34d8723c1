"""The pages and their files, QR codes, and ``/healthz`` for monitoring."""

from collections.abc import Callable
from io import BytesIO
from typing import Any, Final

import msgspec
from flask import Flask, Response, render_template, request
from werkzeug.exceptions import NotFound

from scorekeeper.game.codec import to_json
from scorekeeper.words import LANGUAGES, en
from scorekeeper.words.grammar import JOINT_RULES
from web.context import Context, program_version
from web.http.errors import HttpError
from web.http.request import DEVICE_COOKIE, Site, device, new_device
from web.http.response import cacheable, immutable, json_response, no_store, set_cookie
from web.http.routes import Routes
from web.translations import translations

PAGES: Final = {
    "/": "phone",
    "/join": "phone",
    "/j/<code>": "phone",
    "/setup": "wizard",
    "/board": "kiosk",
    "/strip": "leds",
    "/keys": "keypad",
    "/overlay": "overlay",
}
"""The scripts of the pages by path. Opening any of them gives no right."""

TOO_OLD: Final = en(
    "This browser is too old. The page needs Safari 15, Chrome 89 or Firefox 89, or newer."
)
"""Shown in every language: a page that does not run cannot be asked for another."""


class HealthResponse(msgspec.Struct, frozen=True):
    """The health of the program and of its parts; null if there is none.

    ``strip_fault`` says in English why the strip is dark; ``keypad`` is the worst health of all
    ``keypads``, each of which has its name, health and fault. ``broker`` says the same of the
    connection to one, and how many messages could not be read.
    """

    version: str
    uptime: float
    journal: dict[str, Any]
    streams: dict[str, int]
    strip: Any = None
    strip_fault: str | None = None
    keypad: Any = None
    keypads: Any = ()
    broker: Any = None


def add_pages(routes: Routes, context: Context) -> None:
    """Add the PAGES and their files, ``/join.svg`` to keep score, ``/watch.svg`` to watch,
    ``/wifi.svg``, and ``/healthz``."""
    app, born = routes.app, context.clock()

    def page(script: str) -> Callable[..., Response]:
        def shown(code: str = "") -> Response:
            if script == "phone" and context.claim.is_open:
                return no_store(Response(status=302, headers={"Location": "/setup"}))
            return shell(context, script)

        return shown

    for path, script in PAGES.items():
        app.add_url_rule(path, f"page {path}", page(script))
    add_files(app, context)

    @app.get("/join.svg")
    def join_svg() -> Response:
        context.require_scorer()
        return qr_response(context.addresses.join(context.access.invitation, request.host))

    @app.get("/watch.svg")
    def watch_svg() -> Response:
        return qr_response(context.addresses.join(None, request.host))

    @app.get("/wifi.svg")
    def wifi_svg() -> Response:
        from segno.helpers import make_wifi  # Not at the start: most tables have a network.

        wifi = context.wifi
        if wifi is None or not wifi.is_on:
            raise HttpError(404, "not_found", en("The table has no Wi-Fi of its own now."))
        return _svg_response(make_wifi(wifi.login.ssid, wifi.login.password, security="WPA"))

    @routes.get("/healthz", "Report the health of the program.", HealthResponse)
    def health() -> Response:
        snapshot = context.table.now
        parts = {name: check() for name, check in context.health.items()}
        journal = {"id": snapshot.journal, "lines": snapshot.version}
        report = HealthResponse(
            version=program_version(),
            uptime=round(context.clock() - born, 3),
            journal=journal | parts.pop("journal", {}),
            streams={"open": len(context.streams), "limit": context.streams.limit},
            **parts,
        )
        return json_response(report)


def qr_response(address: str | None) -> Response:
    """Return the QR code of *address*. Raises HttpError 404 if it is None."""
    import segno  # Not at the start: most pages show no code.

    if address is None:
        raise HttpError(404, "no_network", en("There is no network yet, so phones can’t connect."))
    return _svg_response(segno.make(address, error="m", micro=False))


def _svg_response(code: Any) -> Response:
    """Return a QR code as SVG: dark on white, with the quiet zone that cameras need."""
    out = BytesIO()
    code.save(out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return no_store(Response(out.getvalue(), mimetype="image/svg+xml"))


def add_files(app: Flask, site: Site, part: str = "table") -> None:
    """Add words, scripts, styles and icons; *part* names the sentences that the pages say."""

    @app.get("/words/<name>.json")
    def words(name: str) -> Response:
        lang, dash, page = name.partition("-x-")
        if lang not in LANGUAGES or (dash and page != "wizard"):
            raise NotFound
        spoken = site.words_for(lang)
        translated = translations(spoken, page or part)
        # The page falls back to the English, which is the key.
        sentences = {english: text for english, text in translated.items() if text != english}
        joints = JOINT_RULES if lang == "fr" else {}
        return cacheable(to_json({"sentences": sentences, "joints": joints}), "application/json")

    @app.get("/static/<edition>/<path:name>")
    def static(edition: str, name: str) -> Response:
        asset = site.assets.files.get(name)
        if asset is None or edition != site.assets.digest:
            raise NotFound
        return immutable(asset.body, asset.packed, asset.kind, f"{edition}/{name}")

    @app.get("/favicon.ico")
    def favicon() -> Response:
        icon = site.assets.files["favicon.svg"]
        return cacheable(icon.body, icon.kind, site.assets.digest)


def shell(site: Site, script: str) -> Response:
    """Return the page that *script* fills, in the style of the same name. Gives a new browser an
    id, which only says that it is the same one again."""
    own = site.words.lang
    # What the script asks for first: a browser fetches it beside the script.
    fetched = [f"/api/v1/{path}?lang={own}" for path in ("state", "me") if script == "phone"]
    if own != LANGUAGES[0]:
        fetched.insert(0, f"/words/{own}{'-x-wizard' if script == 'wizard' else ''}.json")
    body = render_template(
        "page.html",
        lang=own,
        words=site.words,
        needs_script=site.words.say("This page needs JavaScript."),
        too_old=[
            (lang, site.words_for(lang).say(TOO_OLD))
            for lang in (own, *(lang for lang in LANGUAGES if lang != own))
        ],
        letters=site.letters,
        pace=to_json(dict(site.pace)).decode(),
        static=f"/static/{site.assets.digest}",
        script=script,
        asked=fetched,
    )
    response = cacheable(body.encode(), "text/html")
    return set_cookie(response, DEVICE_COOKIE, new_device()) if device() is None else response
