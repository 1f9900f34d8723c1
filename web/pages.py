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
"""Page scripts by path. Opening a page grants no rights."""

TOO_OLD: Final = en(
    "This browser is too old. The page needs at least Safari 16.4, Chrome 111 or Firefox 115."
)
"""Message for old browsers, in all languages, because the script that selects one does not run."""


class HealthResponse(msgspec.Struct, frozen=True):
    """The health of the program and its parts; null for an absent part.

    ``strip_fault``: why the strip is dark, in English; ``keypads``: name, health and fault of each,
    and ``keypad``: the worst health; ``broker``: health and fault of the connection, and the number
    of unreadable messages; ``wifi``: the name of the table's own Wi-Fi while it is on.
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
    wifi: str | None = None


WELCOME: Final = en("To set up Cribble, open {address} in the browser of this phone.")


def add_pages(routes: Routes, context: Context) -> None:
    """Add the PAGES and their files, the QR codes ``/join.svg`` (keep score), ``/watch.svg`` and
    ``/wifi.svg``, and ``/healthz``."""
    app, born = routes.app, context.clock()

    def page(script: str) -> Callable[..., Response]:
        def shown(code: str = "") -> Response:
            if script == "phone" and context.first_host.is_open:
                return no_store(Response(status=302, headers={"Location": "/setup"}))
            return shell(context, script)

        return shown

    for path, script in PAGES.items():
        app.add_url_rule(path, f"page {path}", page(script))
    add_files(app, context)
    _add_codes(app, context)

    @app.get("/welcome")
    def welcome() -> Response:
        address = (context.addresses.url or "").removeprefix("http://").rstrip("/")
        page = render_template(
            "welcome.html",
            lang=context.words.lang,
            sentences=[
                (lang, context.words_for(lang).say(WELCOME, address=address)) for lang in LANGUAGES
            ],
        )
        return no_store(Response(page, mimetype="text/html"))

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


def _add_codes(app: Flask, context: Context) -> None:
    @app.get("/join.svg")
    def join_svg() -> Response:
        context.require_scorer()
        return qr_response(context.addresses.join(context.access.invitation, request.host))

    @app.get("/watch.svg")
    def watch_svg() -> Response:
        return qr_response(context.addresses.join(None, request.host))

    @app.get("/wifi.svg")
    def wifi_svg() -> Response:
        from segno.helpers import make_wifi  # Lazy: most tables have a network.

        wifi = context.wifi
        if wifi is None or not wifi.is_on:
            raise HttpError(404, "not_found", en("The table’s own Wi-Fi is off."))
        return _svg_response(make_wifi(wifi.login.ssid, wifi.login.password, security="WPA"))


def qr_response(address: str | None) -> Response:
    """Return the QR code of *address*. Raises HttpError 404 if it is None."""
    import segno  # Lazy: most pages show no QR code.

    if address is None:
        raise HttpError(404, "no_network", en("There is no network yet, so phones can’t connect."))
    return _svg_response(segno.make(address, error="m", micro=False))


def _svg_response(code: Any) -> Response:
    """Return a QR code as SVG: dark on white, with the quiet zone that cameras need."""
    out = BytesIO()
    code.save(out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True)
    return no_store(Response(out.getvalue(), mimetype="image/svg+xml"))


def add_files(app: Flask, site: Site, part: str = "table") -> None:
    """Add words, scripts, style sheets and icons; *part* selects the sentences of the pages."""

    @app.get("/words/<name>.json")
    def words(name: str) -> Response:
        lang, dash, page = name.partition("-x-")
        if lang not in LANGUAGES or (dash and page != "wizard"):
            raise NotFound
        spoken = site.words_for(lang)
        translated = translations(spoken, page or part)
        # Pages fall back to the key, which is the English text.
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
    """Return the HTML page of *script* and the style sheet of the same name. Sets a device id for a
    new browser, which identifies it but grants no rights."""
    own = site.words.lang
    # The first requests of the script: browsers preload them in parallel with it.
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
