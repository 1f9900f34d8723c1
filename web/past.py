"""What was played here: finished games one by one, everybody's figures, the quiz, the export."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from flask import Response

from scorekeeper.game.sheet import Sheet
from scorekeeper.game.wire import to_json
from scorekeeper.table import Finished, actions_of, step_of
from scorekeeper.words import Words, en
from scorekeeper.words.rules_sheet import Section
from web.players import Player, Players
from web.queries import LIMIT, limit
from web.quiz import Quiz, quiz_of
from web.routes import Routes, Who
from web.site import Site, json, kept_by_nobody
from web.state import Done, Sent, done, state_of
from web.told import led_by
from web.turned_away import TurnedAway

JSON_LINES: Final = "application/jsonl"


class GameTold(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game: what the list tells of it, its sheet, how many ``entries`` it had, and those
    of its ``last_deal``."""

    game: Finished
    title: str
    sheet: Sheet
    entries: int
    last_deal: tuple[Done, ...]


class PlayersTold(msgspec.Struct, frozen=True):
    """Everybody who finished a game here, who played most first."""

    players: tuple[Player, ...]


class RulesSheet(msgspec.Struct, frozen=True):
    """The rules of the game on the table in a few sentences; no sections while there is none."""

    sections: tuple[Section, ...]


def add_past(routes: Routes, site: Site) -> None:
    """Everything below ``/api/v1/games/``, and what is worked out from it."""
    everybody, shelf = Players(site.table), site.shelf

    @routes.add(
        "get",
        "/api/v1/games/<name>",
        "A finished game deal by deal: its name is match.place.",
        GameTold,
    )
    def one_game(name: str) -> Response:
        played, words = shelf.game(name), site.words
        last = played.places[-1]
        return json(
            GameTold(
                game=played.game,
                title=words.rules_title(played.game.key),
                sheet=played.sheet,
                entries=len(played.places),
                last_deal=tuple(done(entry, last.game, words) for entry in last.deal),
            )
        )

    @routes.add(
        "get",
        "/api/v1/games/<name>/<entry>",
        "The table as it was after an entry of a finished game, from 1.",
        Sent,
    )
    def one_entry(name: str, entry: str) -> Response:
        played = shelf.game(name)
        snapshot = step_of(
            played, _number(entry, len(played.places)), journal=site.table.now.journal
        )
        body = led_by({"age_ms": 0}, to_json(state_of(snapshot, site.words)))
        return kept_by_nobody(Response(body, mimetype="application/json"))

    @routes.add(
        "get",
        "/api/v1/games/<name>/export",
        "A finished game as JSON lines, which cribble replay plays.",
        JSON_LINES,
        who=Who.SCORERS,
    )
    def export_game(name: str) -> Response:
        lines = (to_json(action) + b"\n" for action in actions_of(shelf.game(name)))
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

    @routes.add(
        "get",
        "/api/v1/players",
        "Everybody who finished a game: wins, skunks, hands, cribs and pegging.",
        PlayersTold,
        query=(LIMIT,),
    )
    def players() -> Response:
        return json(PlayersTold(everybody.all()[: limit(200)]))

    @routes.add("get", "/api/v1/quiz", "Hands of tonight, and what they were worth.", Quiz)
    def quiz() -> Response:
        return json(quiz_of(site.table, site.words))

    @routes.add(
        "get", "/api/v1/rules/sheet", "The rules on the table in short sentences.", RulesSheet
    )
    def sheet() -> Response:
        return json(RulesSheet(_sheet(site, site.words)))


def _sheet(site: Site, words: Words) -> tuple[Section, ...]:
    rules = site.table.now.game.rules
    return words.rules_sheet(rules) if rules else ()


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


def _download(lines: Iterable[bytes], name: str) -> Response:
    """*lines* as a file that the browser keeps."""
    headers: dict[str, Any] = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
    return kept_by_nobody(Response(lines, mimetype=JSON_LINES, headers=headers))
