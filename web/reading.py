"""What anybody on the network may look at. Nothing here changes the table."""

from __future__ import annotations

from importlib.metadata import version

from flask import Flask, Response
from msgspec.structs import asdict

from scorekeeper.game.events import awards_of, notices_of
from scorekeeper.table import Line
from web import answers
from web.queries import game, limit, whole
from web.site import Site, body_as, fresh, json
from web.told import name_of
from web.variants import variants


def add_reading(app: Flask, site: Site) -> None:
    """State, journal, games, rules and health; and the counter, which only answers."""

    born = site.clock()

    @app.get("/api/v1/state")
    def state() -> Response:
        snapshot, lang = site.table.now, site.words.lang
        tag = f"{name_of(snapshot)}.{lang}.{site.assets.digest}.{born:.6f}"
        # What a browser kept of it would begin to tell it again.
        tag += f".{site.told.telling(snapshot)}"
        return fresh(site.told.json(snapshot, lang), "application/json", tag)

    @app.get("/api/v1/journal")
    def journal() -> Response:
        snapshot = site.table.now
        lines = tuple(map(_line, site.table.lines(whole("after", 0), limit(200))))
        return json(answers.Lines(snapshot.journal, snapshot.version, lines))

    @app.get("/api/v1/games")
    def games() -> Response:
        return json(answers.Games(site.table.games(game("before"), limit(50))))

    @app.get("/api/v1/rules")
    def rules() -> Response:
        return json(variants(site.words))

    @app.post("/api/v1/count")
    def count() -> Response:
        return json(site.counter.count(body_as(site.counter.asked)))

    @app.get("/healthz")
    def health() -> Response:
        snapshot = site.table.now
        parts = {name: how() for name, how in site.health.items()}
        journal = {"id": snapshot.journal, "lines": snapshot.version}
        told = answers.Health(
            version=version("cribble"),
            uptime=round(site.clock() - born, 3),
            journal=journal | parts.pop("journal", {}),
            streams={"open": len(site.streams), "limit": site.streams.places},
        )
        return json({**asdict(told), **parts})


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
