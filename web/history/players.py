"""Statistics of all players of finished games: wins, skunks, totals, best hands."""

from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Final

import msgspec
from flask import Response
from msgspec.structs import replace

from scorekeeper.figures.totals import PlayerTotals, team_of, with_outcome
from scorekeeper.game.actions import Seat
from scorekeeper.game.analysis.score_sheet import ShownHand
from scorekeeper.game.marks import name_key
from scorekeeper.journal import GameResult
from scorekeeper.table import Table
from web.context import Context
from web.history.quiz import QuizResponse, quiz_of
from web.http.request import LIMIT, limit
from web.http.response import json_response
from web.http.routes import Routes

PAGE: Final = 200
"""Games read in one query: an entry waits no longer than one query takes."""


class Best(msgspec.Struct, frozen=True):
    """The highest count of a hand or a crib, and its ``game``."""

    game: str
    ended: str
    shown: ShownHand


class Player(PlayerTotals, frozen=True, kw_only=True):
    """Totals of a player over all finished games; ``games`` counts those with a winner. ``spread``
    adds up the holes that games were won by, less those that they were lost by."""

    hands: int = 0
    hand_points: int = 0
    best_hand: Best | None = None
    cribs: int = 0
    crib_points: int = 0
    best_crib: Best | None = None
    plays: int = 0
    pegged: int = 0


class Players:
    """Adds up all finished games, again only after another game was finished."""

    def __init__(self, table: Table) -> None:
        self._table, self._lock = table, Lock()
        self._known: object = None
        self._players: tuple[Player, ...] = ()

    def all(self) -> tuple[Player, ...]:
        """Return the totals, most games first."""
        with self._lock:
            version = self._table.games_version
            if version != self._known:
                self._players = added_up(games_of(self._table))
                self._known = version
            return self._players


def games_of(table: Table) -> Iterator[GameResult]:
    """Yield every finished game that counts, newest first, with no more than a page in memory."""
    before = None
    while games := table.games(before, PAGE):
        yield from (game for game in games if game.counts)
        before = games[-1].match, games[-1].place


def added_up(games: Iterable[GameResult]) -> tuple[Player, ...]:
    """Return the totals of *games*, newest first; names that differ only in case are one."""
    players: dict[str, Player] = {}
    for game in games:
        for seat, name in enumerate(game.players):
            key = name_key(name)
            players[key] = _with(players.get(key) or Player(name=name), game, seat)
    return tuple(sorted(players.values(), key=lambda one: (-one.games, -one.won, one.name)))


def _with(player: Player, game: GameResult, seat: Seat) -> Player:
    figures = game.figures[seat]
    return replace(
        with_outcome(player, game, team_of(game, seat)),
        hands=player.hands + figures.hands,
        hand_points=player.hand_points + figures.hand_points,
        best_hand=_better(player.best_hand, game, figures.best_hand),
        cribs=player.cribs + figures.cribs,
        crib_points=player.crib_points + figures.crib_points,
        best_crib=_better(player.best_crib, game, figures.best_crib),
        plays=player.plays + figures.plays,
        pegged=player.pegged + figures.pegged,
    )


def _better(best: Best | None, game: GameResult, shown: ShownHand | None) -> Best | None:
    """Return the better count; of equal ones that of *game*, which is older."""
    if shown is None or (best and best.shown.true_count > shown.true_count):
        return best
    return Best(f"{game.match}.{game.place}", game.ended, shown)


class PlayersResponse(msgspec.Struct, frozen=True):
    """All players of finished games, most games first."""

    players: tuple[Player, ...]


def add_players(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/players`` and ``/api/v1/quiz``."""
    totals = Players(context.table)

    @routes.get(
        "/api/v1/players",
        "Statistics of all players of finished games.",
        PlayersResponse,
        query=(LIMIT,),
    )
    def players() -> Response:
        return json_response(PlayersResponse(totals.all()[: limit(200)]))

    @routes.get("/api/v1/quiz", "Hands of tonight and their counts, to guess.", QuizResponse)
    def quiz() -> Response:
        return json_response(quiz_of(context.table, context.words))
