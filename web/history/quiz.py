"""How much is this hand worth? Hands of tonight whose count everybody has been told."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

import msgspec

from scorekeeper.cards import Card, Cards
from scorekeeper.game.analysis.known_hands import Puzzle, puzzles
from scorekeeper.game.record import RecordNode
from scorekeeper.game.state import Game
from scorekeeper.table import Table
from scorekeeper.words import Words

TONIGHT: Final = timedelta(hours=12)
"""Before the newest entry: whatever the clock says, a night that was played is not over yet."""

MOST: Final = 40
GAMES: Final = 12


class Answer(msgspec.Struct, frozen=True):
    """One line of the explanation."""

    say: str
    points: int
    total: int
    cards: Cards


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as it lay on the table, whose it was, and what it was worth, line by line."""

    whose: str
    crib: bool
    cards: Cards
    starter: Card
    total: int
    lines: tuple[Answer, ...]


class Quiz(msgspec.Struct, frozen=True):
    """The newest hands first."""

    questions: tuple[Question, ...]


def quiz_of(table: Table, words: Words) -> Quiz:
    """The hands of tonight, no more than MOST."""
    return Quiz(tuple(islice(_questions(table, words), MOST)))


def _questions(table: Table, words: Words) -> Iterator[Question]:
    for nodes in _games(table):
        found = puzzles(event for place in nodes for event in place.entry.events)
        for puzzle in reversed(tuple(found)):
            yield _question(puzzle, nodes[-1].game, words)


def _games(table: Table) -> Iterator[tuple[RecordNode, ...]]:
    """The game on the table, then those that were over since tonight began, newest first."""
    on_the_table = table.nodes()
    finished = table.games(limit=GAMES)
    times = [place.entry.at for place in on_the_table[-1:]] + [game.ended for game in finished[:1]]
    since = max(map(_time, times)) - TONIGHT if times else None
    if on_the_table:
        yield on_the_table
    for game in finished:
        if since is None or _time(game.ended) < since:
            return
        played = table.played((game.match, game.place))
        if played and played.nodes[-1:] != on_the_table[-1:]:
            yield played.nodes


def _time(at: str) -> datetime:
    return datetime.fromisoformat(at)


def _question(puzzle: Puzzle, game: Game, words: Words) -> Question:
    return Question(
        whose=words.hand(game, puzzle.of),
        crib=puzzle.of == "crib",
        cards=puzzle.cards,
        starter=puzzle.starter,
        total=puzzle.total,
        lines=tuple(Answer(*line) for line in words.lines(puzzle.combos)),
    )
