"""What anybody on the network may look at. Nothing here changes the table."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Final

from flask import Flask, Response, request

from scorekeeper.game.events import awards_of, notices_of
from scorekeeper.game.wire import Unreadable
from scorekeeper.table import Line
from web import answers
from web.site import Site, body_as, fresh, json
from web.told import name_of
from web.variants import variants

MOST: Final = 500

A_GAME: Final = re.compile(r"(\d{1,15})\.(\d{1,15})", re.ASCII)


def add_reading(app: Flask, site: Site) -> None:
    """State, journal, games, board, rules and health; and the counter, which only answers."""

    born = site.clock()

    @app.get("/api/v1/state")
    def state() -> Response:
        snapshot, lang = site.table.now, site.words.lang
        tag = f"{name_of(snapshot)}.{lang}.{site.assets.digest}.{born:.6f}"
        return fresh(site.told.json(snapshot, lang), "application/json", tag)

    @app.get("/api/v1/journal")
    def journal() -> Response:
        after, limit = _whole("after", 0), _limit(200)
        snapshot = site.table.now
        lines = tuple(map(_line, site.table.lines(after, limit)))
        return json(answers.Lines(snapshot.journal, snapshot.version, lines))

    @app.get("/api/v1/games")
    def games() -> Response:
        return json(answers.Games(site.table.games(_game("before"), _limit(50))))

    @app.get("/api/v1/board")
    def board() -> Response:
        return json(site.board)

    @app.get("/api/v1/rules")
    def rules() -> Response:
        return json(variants(site.words))

    @app.post("/api/v1/count")
    def count() -> Response:
        return json(site.counter.count(body_as(site.counter.asked)))

    @app.get("/healthz")
    def health() -> Response:
        parts = {name: how() for name, how in site.health.items()}
        return json(
            {
                "version": version("cribble"),
                "uptime": round(site.clock() - born, 3),
                **parts,
                "streams": {"open": len(site.streams), "limit": site.streams.places},
            }
        )


def _limit(default: int) -> int:
    return min(_whole("limit", default), MOST)


def _game(name: str) -> tuple[int, int] | None:
    """The query's game of that *name*: ``<match>.<place>``, as in the list of games."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (found := A_GAME.fullmatch(text)):
        raise Unreadable(f"{name} is <match>.<place> of a game, not {text!r}")
    return int(found[1]), int(found[2])


def _line(line: Line) -> answers.Line:
    """A line without the key of whoever sent it."""
    return answers.Line(
        version=line.version,
        at=line.at,
        by=line.by,
        asked=line.asked,
        awards=awards_of(line.events),
        notices=notices_of(line.events),
    )


def _whole(name: str, default: int) -> int:
    """The query's whole number of that *name*."""
    text = request.args.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) <= 15):
        raise Unreadable(f"{name} is a whole number from 0, not {text!r}")
    return int(text)
