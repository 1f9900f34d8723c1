"""Statistics for all players in finished games, and a quiz about their hands."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

import msgspec
from flask import Response
from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.figures.totals import PlayerTotals, team_of, with_outcome
from scorekeeper.game.actions import Seat
from scorekeeper.game.analysis.score_sheet import ShownHand, known_hands
from scorekeeper.game.marks import name_key
from scorekeeper.game.record import RecordNode
from scorekeeper.journal import GameResult
from scorekeeper.table import Table
from scorekeeper.words import CountLine, Words
from web.context import Context
from web.http.request import LIMIT, limit
from web.http.response import json_response
from web.http.routes import Routes
from web.live.log import as_sorted

TONIGHT: Final = timedelta(hours=12)
"""Maximum age of a quiz game relative to the newest entry, so the quiz works the next morning."""

MAX_HANDS: Final = 40
MAX_GAMES: Final = 12


class QuizQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A hand, its owner, and its count line by line; ``wrong`` if the claim was wrong."""

    whose: str
    crib: bool
    cards: Cards
    starter: Card
    total: int
    lines: tuple[CountLine, ...]
    wrong: bool = False


class QuizResponse(msgspec.Struct, frozen=True):
    """Hands, newest first."""

    questions: tuple[QuizQuestion, ...]


def _questions(table: Table, words: Words) -> Iterator[QuizQuestion]:
    for nodes in _games(table):
        events = [event for node in nodes for event in node.entry.events]
        game = nodes[-1].game
        for hand in reversed(tuple(known_hands(events))):
            yield QuizQuestion(
                whose=words.about(game).hand(hand.of),
                crib=hand.of == "crib",
                cards=hand.cards,
                starter=hand.starter,
                total=hand.total,
                lines=words.lines(as_sorted(hand.combos)),
                wrong=hand.wrong,
            )


def _games(table: Table) -> Iterator[tuple[RecordNode, ...]]:
    """Yield the current game, then tonight's finished games, newest first."""
    on_the_table = table.nodes()
    finished = table.games(limit=MAX_GAMES)
    times = [node.entry.at for node in on_the_table[-1:]] + [game.ended for game in finished[:1]]
    since = max(map(_time, times)) - TONIGHT if times else None
    if on_the_table:
        yield on_the_table
    for game in finished:
        if since is None or _time(game.ended) < since:
            return
        played = table.load_game((game.match, game.place))
        if played and [played.nodes[-1].entry] != [node.entry for node in on_the_table[-1:]]:
            yield played.nodes


def _time(at: str) -> datetime:
    return datetime.fromisoformat(at)


class Best(msgspec.Struct, frozen=True):
    """The highest count of a hand or crib, and its ``game``."""

    game: str
    ended: str
    shown: ShownHand


class Player(PlayerTotals, frozen=True, kw_only=True):
    """A player's totals over all finished games. ``games``: those with a winner; ``spread``: total
    margin of games won minus that of games lost."""

    hands: int = 0
    hand_points: int = 0
    best_hand: Best | None = None
    cribs: int = 0
    crib_points: int = 0
    best_crib: Best | None = None
    plays: int = 0
    pegged: int = 0


def added_up(games: Iterable[GameResult]) -> tuple[Player, ...]:
    """Return the totals of *games*, newest first, by player. Names are case-insensitive."""
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
    """Return the better count; in a tie, that of *game*, which is older."""
    if shown is None or (best and best.shown.true_count > shown.true_count):
        return best
    return Best(f"{game.match}.{game.place}", game.ended, shown)


class PlayersResponse(msgspec.Struct, frozen=True):
    """All players in finished games, most games first."""

    players: tuple[Player, ...]


def add_players(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/players`` and ``/api/v1/quiz``."""

    @routes.get(
        "/api/v1/players",
        "Statistics of all players of finished games.",
        PlayersResponse,
        query=(LIMIT,),
    )
    def players() -> Response:
        return json_response(PlayersResponse(added_up(context.results.all())[: limit(200)]))

    @routes.get("/api/v1/quiz", "Hands of tonight and their counts, to guess.", QuizResponse)
    def quiz() -> Response:
        questions = _questions(context.table, context.words)
        return json_response(QuizResponse(tuple(islice(questions, MAX_HANDS))))
