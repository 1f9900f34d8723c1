"""Routes for finished games: list, details, the table after each entry, replay, export."""

from collections.abc import Iterable
from typing import Annotated, Any, Final

import msgspec
from flask import Response

from scorekeeper.game.analysis.score_sheet import ScoreSheet
from scorekeeper.game.codec import to_json
from scorekeeper.game.live import ReplayPosition, Speed
from scorekeeper.journal import GameResult, PlayedGame, actions_of
from scorekeeper.table import step_of
from scorekeeper.words import Words, en
from web.context import Context
from web.http.errors import HttpError
from web.http.request import LIMIT, Query, game_id, limit
from web.http.response import json_bytes, json_response, no_store
from web.http.routes import Role, Routes
from web.live.state import SnapshotResponse, response_json, state_of

BEFORE: Final = Query(
    "before",
    {"type": "string", "pattern": "^[0-9]{1,15}[.][0-9]{1,15}$"},
    "match.place of the last game of the previous page",
)


class GamesResponse(msgspec.Struct, frozen=True):
    """Finished games, newest first."""

    games: tuple[GameResult, ...]


class GameResponse(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game. ``last``: the latest game of its match; ``sheet``: its score sheet;
    ``entries``: its number of entries.

    ``captains``: one partner claimed for both; ``fines``: points to each team for others'
    excessive claims; ``pegs``: the final front and back peg of each team.
    """

    game: GameResult
    last: GameResult
    title: str
    sheet: ScoreSheet
    entries: int
    captains: bool
    fines: tuple[int, ...]
    pegs: tuple[tuple[int, int], ...]


def add_games(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/games`` and the paths below it."""

    @routes.get(
        "/api/v1/games", "List finished games, newest first.", GamesResponse, query=(BEFORE, LIMIT)
    )
    def games() -> Response:
        return json_response(GamesResponse(context.table.games(game_id("before"), limit(50))))

    @routes.get(
        "/api/v1/games/<name>",
        "A finished game, deal by deal; its name is match.place.",
        GameResponse,
    )
    def one_game(name: str) -> Response:
        played = context.games.game(name)
        last, *_ = context.table.games((played.game.match + 1, 0), 1)
        return json_response(_game(played, last, context.words))

    @routes.get(
        "/api/v1/games/<name>/<entry>",
        "The state of the table after an entry of a finished game, from 1.",
        SnapshotResponse,
    )
    def one_entry(name: str, entry: str) -> Response:
        played = context.games.game(name)
        number = _number(entry, len(played.nodes))
        snapshot = step_of(played, number, journal=context.table.now.journal)
        state = state_of(snapshot, context.words)
        return json_bytes(response_json(to_json(state), age_ms=0, locked_ms=0, locked_why=None))


def _game(played: PlayedGame, last: GameResult, words: Words) -> GameResponse:
    entry = played.nodes[-1]
    return GameResponse(
        game=played.game,
        last=last,
        title=words.rules_title(played.game.key),
        sheet=played.sheet,
        entries=len(played.nodes),
        captains=entry.game.rules is not None and entry.game.rules.captain,
        fines=played.game.fines,
        pegs=tuple((pegs.front, pegs.back) for pegs in entry.game.pegs),
    )


def _number(text: str, last: int) -> int:
    """Return *text* as an entry number from 1 to *last*. Raises HttpError 404."""
    number = int(text) if text.isdecimal() and len(text) < 9 else 0
    if not 1 <= number <= last:
        sentence = en("This game has entries 1 to {last}, not {entry}.")
        raise HttpError(404, "not_found", sentence, last=last, entry=text[:40])
    return number


JSON_LINES: Final = "application/jsonl"


def add_exports(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/export`` and the export of a game."""

    @routes.get(
        "/api/v1/games/<name>/export",
        "Export a finished game as JSON lines, for `cribble replay`.",
        JSON_LINES,
        role=Role.SCORER,
    )
    def export_game(name: str) -> Response:
        lines = (to_json(action) + b"\n" for action in actions_of(context.games.game(name)))
        return _download(lines, f"cribble-{name}")

    @routes.get(
        "/api/v1/export",
        "Export the journal as JSON lines, as `cribble export` does.",
        JSON_LINES,
        role=Role.SCORER,
    )
    def export() -> Response:
        return _download(context.table.export(), f"cribble-{context.table.now.journal}")


def _download(lines: Iterable[bytes], name: str) -> Response:
    headers: dict[str, Any] = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
    return no_store(Response(lines, mimetype=JSON_LINES, headers=headers))


Number = Annotated[int, msgspec.Meta(ge=1)]


class ReplayRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``game`` to replay (``12.0``; null ends the replay), the first entry, and the speed."""

    game: str | None
    at: Number = 1
    playing: bool = True
    speed: Speed = 1


class ReplayResponse(msgspec.Struct, frozen=True):
    """The current replay, as in the live state; null if there is none."""

    replay: ReplayPosition | None


def add_replay(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/replay``."""

    @routes.put(
        "/api/v1/replay",
        "Replay a finished game on the strip between games, or end the replay.",
        ReplayResponse,
        errors=(404, 422),
        role=Role.SCORER,
    )
    def show(body: ReplayRequest) -> Response:
        if body.game is None:
            context.replay.stop()
        else:
            _show(context, body.game, body)
        return json_response(ReplayResponse(context.table.now.live.replay))


def _show(context: Context, game: str, body: ReplayRequest) -> None:
    played = context.games.game(game)
    at = min(body.at, len(played.nodes))
    if not context.replay.show(played, at=at, playing=body.playing, speed=body.speed):
        raise HttpError(
            422, "wrong_phase", en("Replays are for between games: finish this one first.")
        )
