"""Routes of finished games: the list, one game, the table at each entry, downloads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from flask import Response

from scorekeeper.game.analysis.score_sheet import Sheet
from scorekeeper.game.codec import to_json
from scorekeeper.journal import Finished, Played, actions_of
from scorekeeper.table import step_of
from scorekeeper.words import Words, en
from web.context import Site, json, json_led_by, kept_by_nobody
from web.http.errors import TurnedAway
from web.http.operations import Routes, Who
from web.http.request import LIMIT, Query, game, limit
from web.live.responses import Games
from web.live.view import Done, Sent, done, state_of

BEFORE: Final = Query(
    "before",
    {"type": "string", "pattern": "^[0-9]{1,15}[.][0-9]{1,15}$"},
    "match.place of the last game that was listed already",
)


class GameTold(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game: what the list tells of it, its sheet, how many ``entries`` it had, and those
    of its ``last_deal``."""

    game: Finished
    title: str
    sheet: Sheet
    entries: int
    last_deal: tuple[Done, ...]


def add_past(routes: Routes, site: Site) -> None:
    """``/api/v1/games``, and what lies below it."""

    @routes.add(
        "get", "/api/v1/games", "Finished games, newest first.", Games, query=(BEFORE, LIMIT)
    )
    def games() -> Response:
        return json(Games(site.table.games(game("before"), limit(50))))

    @routes.add(
        "get",
        "/api/v1/games/<name>",
        "A finished game deal by deal: its name is match.place.",
        GameTold,
    )
    def one_game(name: str) -> Response:
        return json(_told(site.shelf.game(name), site.words))

    @routes.add(
        "get",
        "/api/v1/games/<name>/<entry>",
        "The table as it was after an entry of a finished game, from 1.",
        Sent,
    )
    def one_entry(name: str, entry: str) -> Response:
        played = site.shelf.game(name)
        number = _number(entry, len(played.nodes))
        snapshot = step_of(played, number, journal=site.table.now.journal)
        return json_led_by({"age_ms": 0}, to_json(state_of(snapshot, site.words)))


def _told(played: Played, words: Words) -> GameTold:
    last = played.nodes[-1]
    return GameTold(
        game=played.game,
        title=words.rules_title(played.game.key),
        sheet=played.sheet,
        entries=len(played.nodes),
        last_deal=tuple(done(entry, last.game, words) for entry in last.deal),
    )


def _number(text: str, last: int) -> int:
    """Which entry of a game of so many is meant. TurnedAway 404 where it has none such."""
    number = int(text) if text.isdecimal() and len(text) < 9 else 0
    if not 1 <= number <= last:
        raise TurnedAway(
            404,
            "not_found",
            en("This game has entries 1 to {last}; {entry} is none of them."),
            last=last,
            entry=text[:40],
        )
    return number


JSON_LINES: Final = "application/jsonl"


def add_exports(routes: Routes, site: Site) -> None:
    """``/api/v1/export``, and the same below a game; for scorers only."""

    @routes.add(
        "get",
        "/api/v1/games/<name>/export",
        "A finished game as JSON lines, which cribble replay plays.",
        JSON_LINES,
        who=Who.SCORERS,
    )
    def export_game(name: str) -> Response:
        lines = (to_json(action) + b"\n" for action in actions_of(site.shelf.game(name)))
        return _download(lines, f"cribble-{name}")

    @routes.add(
        "get",
        "/api/v1/export",
        "The journal as JSON lines, as cribble export writes it.",
        JSON_LINES,
        who=Who.SCORERS,
    )
    def export() -> Response:
        return _download(site.table.exported(), f"cribble-{site.table.now.journal}")


def _download(lines: Iterable[bytes], name: str) -> Response:
    """*lines* as a file that the browser keeps."""
    headers: dict[str, Any] = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
    return kept_by_nobody(Response(lines, mimetype=JSON_LINES, headers=headers))
