"""A quiz about the hands of tonight."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

import msgspec
from flask import Response
from msgspec.structs import replace

from scorekeeper.cards import Card, Cards
from scorekeeper.game.analysis.score_sheet import known_hands
from scorekeeper.game.live import LiveChanges, QuizAnswer
from scorekeeper.game.record import RecordNode
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table
from scorekeeper.words import CountLine, Words
from web.auth.session import own_names, signature
from web.context import Context
from web.http.response import json_response
from web.http.routes import Role, Routes
from web.live.log import as_sorted

TONIGHT: Final = timedelta(hours=12)
"""Maximum age of a quiz game relative to the newest entry, so the quiz works the next morning."""

MAX_HANDS: Final = 40
MAX_GAMES: Final = 12
MAX_ANSWERS: Final = 16
"""Maximum number of answers kept, enough for several phones and the last few hands."""


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
    """Hands, newest first: the same for all phones."""

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


def add_quiz(routes: Routes, context: Context) -> None:
    """Add ``/api/v1/quiz``."""

    @routes.get("/api/v1/quiz", "Hands of tonight and their counts, to guess.", QuizResponse)
    def quiz() -> Response:
        questions = _questions(context.table, context.words)
        return json_response(QuizResponse(tuple(islice(questions, MAX_HANDS))))

    @routes.put(
        "/api/v1/quiz",
        "Share this phone's answer to a hand of the quiz; ``by`` is ignored.",
        QuizAnswer,
        role=Role.SCORER,
    )
    def quiz_answer(body: QuizAnswer) -> Response:
        own = replace(body, by=own_names().player or signature(context))

        def add(now: Snapshot) -> LiveChanges:
            key = own.hand, own.by
            others = [one for one in now.live.quiz if (one.hand, one.by) != key]
            return {"quiz": (*others, own)[-MAX_ANSWERS:]}

        context.table.change_live(add)
        return json_response(own)
