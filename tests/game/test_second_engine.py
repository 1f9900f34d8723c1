"""A second engine, written from the rules alone, must always agree on random matches."""

import json
from typing import Any, get_args

import pytest

from scorekeeper.game import actions as a
from scorekeeper.game.codec import answer, read_asked, read_events, to_json, to_plain
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.events import ChangedPlaces, Event, Notice, Seated, Skunk, notices_of
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import RULES
from tests.kit.oracles.second_engine import MANY, SecondEngine, alike, match
from tests.kit.players.random_games import Turn

MATCHES = 60
"""Per rules row, in `make test`."""


def follow(turns: list[Turn]) -> None:
    """Compare every answer with the second engine's; its events as JSON must reproduce the game."""
    second, retold = SecondEngine(), Game()
    for number, turn in enumerate(turns):
        assert read_asked(to_json(turn.action)) == turn.action
        retold = evolve_all(retold, read_events(to_json(turn.events)))
        assert retold == turn.game, lines(turns[: number + 1])
        told = json.loads(to_json(answer(number, turn.events, turn.game)))
        ours = second.follow(json.loads(to_json(turn.action)))
        assert alike(ours) == alike(told), lines(turns[: number + 1])
        assert second.entry_mode == to_plain(turn.game.entry_mode), lines(turns[: number + 1])


def lines(turns: list[Turn]) -> str:
    return "\n".join(to_json(turn.action).decode() for turn in turns)


@pytest.mark.parametrize("key", RULES)
def test_second_engine_agrees_with_every_answer(key: str) -> None:
    seen = set[Any]()
    for number in range(MATCHES):
        turns = match(key, number)
        follow(turns)
        for turn in turns:
            seen |= {type(turn.action), *map(type, (*turn.events, *notices_of(turn.events)))}
    unseen = {*get_args(a.Action), *get_args(Event), *get_args(Notice)} - seen
    assert unseen <= {Seated, ChangedPlaces, Skunk}, "these things never happened"


@pytest.mark.slow
@pytest.mark.parametrize("key", RULES)
def test_second_engine_agrees_with_a_hundred_thousand_matches(key: str) -> None:
    entries, many = 0, -(-MANY // len(RULES))
    for number in range(MATCHES, MATCHES + many):
        turns = match(key, number)
        follow(turns)
        entries += len(turns)
    print(f"{key}: {many:,} matches, {entries:,} entries")
