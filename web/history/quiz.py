"""The quiz: hands of tonight whose count is public, to be guessed."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

import msgspec

from scorekeeper.cards import Card, Cards
from scorekeeper.game.analysis.counts import known_hands
from scorekeeper.game.record import RecordNode
from scorekeeper.table import Table
from scorekeeper.words import CountLine, Words
from web.live.log import as_sorted

TONIGHT: Final = timedelta(hours=12)
"""Before the newest entry, not before now: a quiz works the morning after too."""

MAX_HANDS: Final = 40
MAX_GAMES: Final = 12


class QuizQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A hand, its owner, and its count line by line; ``wrong`` if it was claimed wrong."""

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


def quiz_of(table: Table, words: Words) -> QuizResponse:
    """Return the hands of tonight, at most MAX_HANDS."""
    return QuizResponse(tuple(islice(_questions(table, words), MAX_HANDS)))


def _questions(table: Table, words: Words) -> Iterator[QuizQuestion]:
    for nodes in _games(table):
        events = [event for node in nodes for event in node.entry.events]
        game = nodes[-1].game
        for hand in reversed(tuple(known_hands(events))):
            yield QuizQuestion(
                whose=words.hand(game, hand.of),
                crib=hand.of == "crib",
                cards=hand.cards,
                starter=hand.starter,
                total=hand.total,
                lines=words.lines(as_sorted(hand.combos)),
                wrong=hand.wrong,
            )


def _games(table: Table) -> Iterator[tuple[RecordNode, ...]]:
    """Yield the current game, then those that ended tonight, newest first."""
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
