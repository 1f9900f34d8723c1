"""The pages and their files, QR codes, and ``/healthz`` for monitoring."""

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final

import msgspec
from flask import Flask, Response, render_template, request
from werkzeug.exceptions import NotFound

from scorekeeper.board.render.timeline import STEP, WALK_AT_MOST
from scorekeeper.game.codec import to_json
from scorekeeper.keypad.hold import HOLD_SECONDS
from scorekeeper.table.replay import LOOKED_AT
from scorekeeper.words import LANGUAGES, en
from web.auth.session import YEAR, set_cookie
from web.context import Context, program_version
from web.http.context import HttpContext
from web.http.errors import HttpError
from web.http.operations import Routes
from web.http.request import DEVICE_COOKIE, device, new_device
from web.http.response import cacheable, immutable, json_response, no_store
from web.translations import joint_rules, sentences, translations, wizard_sentences


def qr_svg(address: str) -> bytes:
    """Return a QR code as SVG: dark on white, with the quiet zone that cameras need."""
    import segno  # Not at the start: most pages show no code.

    out = BytesIO()

    segno.make(address, error="m", micro=False).save(
        out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return out.getvalue()


PACE: Final = MappingProxyType(
    {
        "step": round(1000 * STEP),
        "walk": round(1000 * WALK_AT_MOST),
        "look": round(1000 * LOOKED_AT),
        "hold": round(1000 * HOLD_SECONDS),
        "tap": 350,
        "echo": 700,
        "count_held": 1200,
        "win_held": 5000,
    }
)
"""Times that the page shares with the board, the replay and the keypads, and those of decision 17:
how long a second tap is the same one, and how long another phone's is an echo; how long the cards
of a closed count stay on the felt, and how long a wall shows nothing but a win. In milliseconds."""


def add_pages(routes: Routes, context: Context) -> None:
    """Add ``/``, ``/join``, ``/j/<code>``, ``/board``, ``/strip``, ``/keys``, ``/overlay`` and
    ``/setup``, and their files.

    Opening any of them gives no right.
    """
    app = routes.app

    @app.get("/")
    @app.get("/join")
    @app.get("/j/<code>")
    def page(code: str = "") -> Response:
        if context.claim.is_open:
            return no_store(Response(status=302, headers={"Location": "/setup"}))
        return shell(context, "phone")

    @app.get("/setup")
    def wizard() -> Response:
        return shell(context, "wizard")

    @app.get("/board")
    def kiosk() -> Response:
        return shell(context, "kiosk")

    @app.get("/strip")
    def strip() -> Response:
        return shell(context, "leds")

    @app.get("/keys")
    def keypad() -> Response:
        return shell(context, "keypad")

    @app.get("/overlay")
    def overlay() -> Response:
        return shell(context, "overlay")

    add_files(app, context)
    _add_codes(app, context)


def add_files(
    app: Flask, site: HttpContext, sentences_of: Callable[[], tuple[str, ...]] = sentences
) -> None:
    """Add words, scripts, styles and icons; *sentences_of* are those that the pages say."""

    @app.get("/words/<name>.json")
    def words(name: str) -> Response:
        lang, part, page = name.partition("-x-")
        if lang not in LANGUAGES or (part and page != "wizard"):
            raise NotFound
        spoken = site.words_for(lang)
        said = translations(spoken, wizard_sentences() if part else sentences_of()).items()
        # The page falls back to the English, which is the key.
        sentences = {english: text for english, text in said if text != english}
        body = to_json({"sentences": sentences, "joints": joint_rules(spoken)})
        return cacheable(body, "application/json", sha256(body).hexdigest())

    @app.get("/static/<edition>/<path:name>")
    def static(edition: str, name: str) -> Response:
        asset = site.assets.get(name)
        if asset is None or edition != site.assets.digest:
            raise NotFound
        return immutable(asset.body, asset.packed, asset.kind, f"{edition}/{name}", YEAR)

    @app.get("/favicon.ico")
    def favicon() -> Response:
        asset = site.assets.get("favicon.svg")
        return (
            cacheable(asset.body, asset.kind, site.assets.digest) if asset else Response(status=204)
        )


def _add_codes(app: Flask, context: Context) -> None:
    """Add the QR codes: to keep score, which only scorers may show, and to watch."""

    @app.get("/join.svg")
    def join_svg() -> Response:
        context.require_scorer()
        return qr_response(context.addresses.join(context.access.invitation, request.host))

    @app.get("/watch.svg")
    def watch_svg() -> Response:
        return qr_response(context.addresses.join(None, request.host))


def qr_response(address: str | None) -> Response:
    """Return the QR code of *address*. Raises HttpError 404 while there is none."""
    if address is None:
        raise HttpError(
            404, "no_network", en("There is no network yet, so no phone can come here.")
        )
    return no_store(Response(qr_svg(address), mimetype="image/svg+xml"))


TOO_OLD: Final = en(
    "This browser is too old. The page needs Safari 15, Chrome 89 or Firefox 89, or newer."
)
"""Said in every language, its own first: a page that does not run cannot be asked for another."""


def shell(site: HttpContext, script: str) -> Response:
    """Return the page that *script* fills, in the style of the same name."""
    own = site.words.lang
    tongues = (own, *(lang for lang in LANGUAGES if lang != own))
    body = render_template(
        "page.html",
        lang=own,
        words=site.words,
        needs_script=site.words.say("This page needs JavaScript."),
        too_old=[(lang, site.words_for(lang).say(TOO_OLD)) for lang in tongues],
        letters=site.letters,
        pace=to_json(dict(site.pace)).decode(),
        static=f"/static/{site.assets.digest}",
        script=script,
        asked=_asked_first(script, own),
    ).encode()
    return _with_device(cacheable(body, "text/html", sha256(body).hexdigest()))


def _asked_first(script: str, lang: str) -> tuple[str, ...]:
    """Return the addresses that *script* asks first: a browser asks them beside the script."""
    words = f"{lang}-x-wizard" if script == "wizard" else lang
    own = ("state", "me") if script == "phone" else ()
    return (
        *(() if lang == LANGUAGES[0] else (f"/words/{words}.json",)),
        *(f"/api/v1/{path}?lang={lang}" for path in own),
    )


def _with_device(response: Response) -> Response:
    """Give a new browser an id, which only says that it is the same one again."""
    return set_cookie(response, DEVICE_COOKIE, new_device()) if device() is None else response


class HealthResponse(msgspec.Struct, frozen=True):
    """The health of the program and of its parts; null where there is none.

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


def add_health(routes: Routes, context: Context) -> None:
    """Add ``/healthz``."""
    born = context.clock()

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
