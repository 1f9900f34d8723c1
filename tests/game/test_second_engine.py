"""A second engine, written from the rules alone, follows random evenings and must always agree."""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from scorekeeper.game import actions as a
from scorekeeper.game.codec import answer, read_asked, read_events, to_json, to_plain
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.events import ChangedPlaces, Event, Notice, Seated, Skunk, notices_of
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.state import Game, Phase
from scorekeeper.rules.options import house_rules
from scorekeeper.rules.variants import RULES
from tests.kit.formats import game_file
from tests.kit.formats.pad_actions import read_action
from tests.kit.oracles.second_engine import SecondEngine
from tests.kit.paths import DATA
from tests.kit.players.random_games import Evening, Turn

MATCHES = 60
"""By each row, in `make test`."""

GAMES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(DATA.glob("games/*.game"))}

MANY = 100_000
"""In all, in `make soak`."""

CALLED_OFF = 0.995
"""Above it a game is called off where another follows, so that many next games have no loser."""

HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "undercount": ("given", "lost"),
    "overcall": ("nothing", "lesser"),
    "overcount": ("corrected", "fined", "lost"),
    "wins": ("high", "low"),
    "heels_at_end": ("win", "no"),
    "first_deal": ("loser", "winner", "in_turn", "cut"),
    "best_of": (0, 3, 5, 7),
}


class HouseEvening(Evening):
    """An evening by more house rules, at which people also pass, give up and put a deal right."""

    def play(self, games: int = 1) -> list[Turn]:
        """All that is entered until so many games have ended, or a match is decided."""
        self.goes_on = games > 1
        super().play()
        while games > 1 and not self.decided():
            self.do(a.Next())
            while self.game.phase is not Phase.OVER:
                self.do(self._next_action())
            games -= 1
        return self.turns

    def decided(self) -> bool:
        """True if a side has won the best of so many games."""
        rules = self.game.rules
        wins = [turn.game.winner for turn in self.turns if turn.game.phase is Phase.OVER]
        most = max(map(wins.count, range(len(self.game.games))))
        return bool(rules and rules.best_of and most > rules.best_of // 2)

    def do(self, action: a.Action) -> None:
        """*action*; if it begins a match, with more house rules or close to the end."""
        if isinstance(action, a.Start) and self.luck.random() < 0.6:
            chosen = self.luck.sample(sorted(HOUSE_RULES), self.luck.randint(1, 4))
            more = {name: self.luck.choice(HOUSE_RULES[name]) for name in chosen}
            action = replace(action, options={**(action.options or {}), **more})
        if isinstance(action, a.Start) and self.luck.random() < 0.3:
            goals = house_rules(action.rules, action.options).goals
            near = tuple(goal - self.luck.randint(1, 8) for goal in goals)
            action = replace(action, scores=near)
        super().do(action)

    def _next_action(self) -> a.Action:
        luck, phase = self.luck, self.game.phase
        roll = luck.random()
        if roll < 0.003:
            return self._varied(a.Concede(team=luck.randrange(len(self.game.pegs))))
        if roll < 0.02 and phase in (Phase.CUT, Phase.PLAY):
            return a.Misdeal(redeal=False)
        if roll > CALLED_OFF and self.goes_on:
            return a.Abandon()
        return self._varied(super()._next_action())

    def _varied(self, action: a.Action) -> a.Action:
        """*action*, or another way to do it, if the program allows that."""
        luck, other = self.luck, action
        match action:
            case a.Count() | a.Crib() if luck.random() < 0.15:
                claim = luck.randint(0, 29)
                passed = type(action)(passed=True)
                other = luck.choice((passed, replace(action, claim=claim)))
            case a.Muggins() if luck.random() < 0.5:
                said = luck.choice(({}, {"of": None}, {"flush": 4}, {"flush": 0}, {"nobs": False}))
                other = replace(action, points=luck.randint(1, 12), **said)
        if other is action:
            return action
        try:
            apply(self.game, other)
        except Refusal:
            return action
        return other


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
    """The entries of *turns* as JSON lines."""
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


LOWBALL = """
{"do": "start", "rules": "three-handed", "players": ["Ann", "Ben", "Cid"], "dealer": 1,
 "options": {"wins": "low"}, "scores": [55, 120, 10]}
"""


def test_concession_in_lowball_goes_to_the_better_of_the_others_who_is_furthest_back() -> None:
    follow(played(LOWBALL, a.Concede(team=0)))


def test_next_game_of_lowball_is_dealt_by_whoever_reached_the_target_and_lost() -> None:
    follow(played(LOWBALL, a.Peg(team=1, points=1), a.Next()))


def played(start: str, *actions: a.Action) -> list[Turn]:
    """The turns of what is done after *start*."""
    evening = Evening("three-handed", Random(0))
    for action in (read_asked(start.replace("\n", "")), *actions):
        Evening.do(evening, action)
    return evening.turns


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
    return HouseEvening(key, luck).play(games=1 if luck.random() < 0.9 else 3)
