"""What anybody on the network may look at. Nothing here changes the table."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any, Final

from flask import Response
from msgspec.structs import asdict

from scorekeeper.game.events import awards_of, notices_of
from scorekeeper.table import Line
from web import answers
from web.queries import LIMIT, WHOLE, Query, game, limit, whole
from web.routes import Routes
from web.site import Site, fresh, json
from web.state import Sent
from web.told import name_of
from web.variants import Variants, variants

AFTER: Final = Query("after", WHOLE, "the version after which to begin")
BEFORE: Final = Query(
    "before",
    {"type": "string", "pattern": "^[0-9]{1,15}[.][0-9]{1,15}$"},
    "match.place of the last game that was listed already",
)


def add_reading(routes: Routes, site: Site) -> None:
    """State, journal, games, rules and health; and the counter, which only answers."""

    born = site.clock()

    @routes.add("get", "/api/v1/state", "The table as it is.", Sent)
    def state() -> Response:
        snapshot, lang = site.table.now, site.words.lang
        tag = f"{name_of(snapshot)}.{lang}.{site.assets.digest}.{born:.6f}"
        # What a browser kept of it would begin to tell it again.
        tag += f".{site.told.telling(snapshot)}"
        return fresh(site.told.json(snapshot, lang), "application/json", tag)

    @routes.add(
        "get",
        "/api/v1/journal",
        "What happened, line by line.",
        answers.Lines,
        query=(AFTER, LIMIT),
    )
    def journal() -> Response:
        snapshot = site.table.now
        lines = tuple(map(_line, site.table.lines(whole("after", 0), limit(200))))
        return json(answers.Lines(snapshot.journal, snapshot.version, lines))

    @routes.add(
        "get",
        "/api/v1/games",
        "Finished games, newest first.",
        answers.Games,
        query=(BEFORE, LIMIT),
    )
    def games() -> Response:
        return json(answers.Games(site.table.games(game("before"), limit(50))))

    @routes.add("get", "/api/v1/rules", "Every variant and option.", Variants)
    def rules() -> Response:
        return json(variants(site.words))

    @routes.add(
        "post",
        "/api/v1/count",
        "Count a hand.",
        site.counter.answer,
        body=site.counter.asked,
        wrong=(422,),
    )
    def count(asked: Any) -> Response:
        return json(site.counter.count(asked))

    @routes.add("get", "/healthz", "How the program is.", answers.Health)
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
