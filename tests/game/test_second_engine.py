"""A second engine, written from the rules alone, follows random evenings and must always agree."""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, get_args

import pytest

from scorekeeper.game import actions as a
from scorekeeper.game.codec import answer, read_asked, read_events, to_json, to_plain
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.events import ChangedPlaces, Event, Notice, Seated, Skunk, notices_of
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import RULES
from tests.kit.formats import game_file
from tests.kit.formats.game_file import read_action
from tests.kit.oracles.second_engine import SecondEngine
from tests.kit.paths import DATA
from tests.kit.players.random_games import Evening, Turn

MATCHES = 60
"""By each row, in `make test`."""

GAMES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DATA.glob("games/*.game"))}

MANY = 100_000
"""In all, in `make soak`."""

FACTS = ["phase", "turn", "count", "dealer", "scores", "pegs", "players", "winner", "games"]


def follow(turns: list[Turn]) -> None:
    """The second engine says of every entry what the program answered; from the JSON of its events
    the record tells the same game."""
    second, retold = SecondEngine(), Game()
    for number, turn in enumerate(turns):
        assert read_asked(to_json(turn.action)) == turn.action
        retold = evolve_all(retold, read_events(to_json(turn.events)))
        assert retold == turn.game, lines(turns[: number + 1])
        told = json.loads(to_json(answer(number, turn.events, turn.game)))
        ours = second.follow(json.loads(to_json(turn.action)))
        assert alike(ours) == alike(told), lines(turns[: number + 1])
        assert second.entry_mode == to_plain(turn.game.entry_mode), lines(turns[: number + 1])


def alike(told: dict[str, Any]) -> dict[str, Any]:
    """The facts of an answer; lists that have no order are put in one."""
    plain = {name: told[name] for name in FACTS}
    plain["drawing"] = sorted(told.get("drawing") or ())
    plain["whys"] = [award["why"] for award in told["awards"]]
    plain["awards"] = in_order({"void": False} | award for award in told["awards"])
    late = [notice for notice in told["notices"] if notice["what"] == "late_renege"]
    rest = [notice for notice in told["notices"] if notice["what"] != "late_renege"]
    plain["notices"] = sorted(late, key=lambda notice: str(notice["card"])) + rest
    for notice in plain["notices"]:
        if notice["what"] == "counted":
            notice["combos"] = in_order(
                combo | {"why": combo["kind"]} for combo in notice["combos"]
            )
    return plain


def in_order(scored: Iterable[dict[str, Any]]) -> list[Any]:
    """Awards or combinations, sorted; which jack is his nobs is not looked at."""
    plain = [
        scoring | {"cards": [] if scoring["why"] == "nobs" else sorted(scoring["cards"])}
        for scoring in scored
    ]
    return sorted(
        plain, key=lambda scoring: (scoring["why"], str(scoring.get("team")), scoring["cards"])
    )


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


@pytest.mark.parametrize("pad", GAMES.values(), ids=GAMES)
def test_second_engine_agrees_with_remembered_games(pad: str) -> None:
    for turns in remembered(pad):
        follow(turns)


def remembered(pad: str) -> Iterator[list[Turn]]:
    """The turns of each table of a remembered game, without what is refused."""
    game, turns = Game(), list[Turn]()
    for line in game_file.lines(pad):
        action = read_action(line.does, game)
        if isinstance(action, a.Start):
            yield turns
            game, turns = Game(), []
        with suppress(Refusal):
            game, events = apply(game, action)
            turns.append(Turn(action, events, game))
    yield turns


@pytest.mark.slow
@pytest.mark.parametrize("key", RULES)
def test_second_engine_agrees_with_a_hundred_thousand_matches(key: str) -> None:
    entries, many = 0, -(-MANY // len(RULES))
    for number in range(MATCHES, MATCHES + many):
        turns = match(key, number)
        follow(turns)
        entries += len(turns)
    print(f"{key}: {many:,} matches, {entries:,} entries")


def match(key: str, number: int) -> list[Turn]:
    """A match by the row *key*, sometimes of several games."""
    luck = Random(f"{key} second {number}")
    return Evening(key, luck).play(games=1 if luck.random() < 0.9 else 3)
