"""Statistics routes: totals over finished games, and CSV tables."""

from collections.abc import Iterator
from itertools import chain
from threading import Lock
from typing import Any, Final

import msgspec
from flask import Response, request

from scorekeeper.figures.tables import TABLES, csv_head, csv_rows
from scorekeeper.figures.totals import Figures, Period, Selection, periods_of, totals_of
from scorekeeper.game.analysis.score_sheet import ScoreSheet
from scorekeeper.game.marks import Marks, name_key
from scorekeeper.journal import GameResult
from scorekeeper.table import Table
from scorekeeper.words import en
from web.context import Context
from web.http.errors import HttpError
from web.http.request import Query, day
from web.http.response import json_response, no_store
from web.http.routes import Role, Routes

DAY: Final = {"type": "string", "format": "date"}
SINCE: Final = Query("since", DAY, "only games that ended on this day or later")
UNTIL: Final = Query("until", DAY, "only games that ended before this day")
PLAYER: Final = Query(
    "player",
    {"type": "array", "items": {"type": "string"}, "maxItems": 20},
    "only games between exactly these players; repeat it for each player",
    (),
)
SELECTION: Final = (SINCE, UNTIL, PLAYER)
MAX_PLAYERS: Final = 20
MAX_NAMES: Final = 200
MAX_KEPT: Final = 10_000
"""Maximum number of games whose CSV rows are cached, about a kilobyte each."""
CSV: Final = "text/csv"


class FiguresResponse(msgspec.Struct, frozen=True):
    """Totals of the selected games, and all seasons with games."""

    figures: Figures
    seasons: tuple[Period, ...]


class _Rows:
    """A cache of the CSV rows of finished games, invalidated by each entry, since it may correct
    any game. Rereading all games takes seconds."""

    def __init__(self, table: Table) -> None:
        self._table, self._lock = table, Lock()
        self._version: tuple[str, int] | None = None
        self._kept: dict[tuple[str, int, int], str] = {}

    def of(self, name: str, game: GameResult) -> str:
        now, key = self._table.now, (name, game.match, game.place)
        with self._lock:
            if (version := (now.journal, now.version)) != self._version:
                self._version, self._kept = version, {}
            if key not in self._kept:
                rows = csv_rows(name, game, lambda: self._sheet(game))
                if len(self._kept) == MAX_KEPT:
                    return rows
                self._kept[key] = rows
            return self._kept[key]

    def _sheet(self, game: GameResult) -> ScoreSheet | None:
        played = self._table.load_game((game.match, game.place))
        return played and played.sheet


def add_figures(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/figures`` and ``/api/v1/tables/<name>``."""
    results, rows = context.results, _Rows(context.table)

    @routes.get(
        "/api/v1/figures",
        "Totals over finished games: players, opponents, first deals and margins.",
        FiguresResponse,
        query=SELECTION,
    )
    def figures() -> Response:
        games, selection = results.all(), _selection(context.table.marks)
        totals = totals_of(game for game in games if selection.has(game))
        shown = msgspec.structs.replace(totals, players=totals.players[:MAX_NAMES])
        return json_response(FiguresResponse(shown, periods_of(games)))

    @routes.get(
        "/api/v1/tables/<name>",
        "Save finished games as a table, a row for each side (games), deal or hand.",
        CSV,
        query=SELECTION,
        role=Role.SCORER,
    )
    def table(name: str) -> Response:
        if name not in TABLES:
            sentence = en("Unknown table {name}; available: {known}.")
            raise HttpError(404, "not_found", sentence, name=name[:40], known=", ".join(TABLES))
        selection = _selection(context.table.marks)
        chosen = (game for game in reversed(results.all()) if selection.has(game))
        lines = chain((csv_head(name),), (rows.of(name, game) for game in chosen))
        return _download(lines, name)


def _selection(marks: Marks) -> Selection:
    names = map(marks.shown, request.args.getlist("player")[:MAX_PLAYERS])
    return Selection(day("since"), day("until"), frozenset(map(name_key, names)))


def _download(lines: Iterator[str], name: str) -> Response:
    headers: dict[str, Any] = {"Content-Disposition": f'attachment; filename="cribble-{name}.csv"'}
    return no_store(Response((line.encode() for line in lines), mimetype=CSV, headers=headers))
