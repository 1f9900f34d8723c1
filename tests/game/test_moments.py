"""Moments: which entries are celebrated, and in words. An open claim has none."""

import json
from random import Random
from typing import Any

import pytest

from scorekeeper.game.analysis.moments import Moment, MomentKind, moment
from scorekeeper.game.engine.evolve import evolve
from scorekeeper.game.events import GameBegan, GameWon
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import RULES
from scorekeeper.words import Words
from tests.kit.fakes.scenes import START, done, played
from tests.kit.players.random_games import Evening

HAND, NINETEEN = MomentKind.HAND, MomentKind.NINETEEN
TO_SHOW = (START, '{"do": "starter", "card": "5H"}', '{"do": "show"}')
ON_KING = (START, '{"do": "starter", "card": "KH"}', '{"do": "show"}')


def peg(team: int, points: int) -> str:
    return json.dumps({"do": "peg", "team": team, "points": points})


def count(*cards: str, claim: int | None = None) -> str:
    return json.dumps({"do": "count", "cards": cards, "claim": claim})


def started(**fields: Any) -> str:
    return json.dumps(json.loads(START) | fields)


@pytest.mark.parametrize(
    ("before", "entry", "expected", "title", "text"),
    [
        (TO_SHOW, count("5C", "5D", "5S", "JH"), Moment(HAND, 1, 29, 1), "29!", "Ben’s hand"),
        (TO_SHOW, count("4C", "4D", "6S", "6H"), Moment(HAND, 1, 24, 1), "24!", "Ben’s hand"),
        (
            (started(scores=[0, 95]), *TO_SHOW[1:]),
            count("5C", "5D", "5S", "JH"),
            Moment(HAND, 1, 29, 1),
            "29!",
            "Ben’s hand",
        ),
        (
            ON_KING,
            count("2C", "4D", "6S", "8H"),
            Moment(NINETEEN, 1, 0, 1),
            "Nineteen!",
            "Ben’s hand: nothing",
        ),
        (TO_SHOW, count("7C", "8D", "7S", "8H"), None, "", ""),
        (
            (START, peg(0, 90)),
            peg(0, 31),
            Moment(MomentKind.SKUNK, 0, 121),
            "Skunk!",
            "Ann wins by 121.",
        ),
        (
            (START, peg(1, 100), peg(0, 70)),
            peg(0, 51),
            Moment(MomentKind.COMEBACK, 0, 100),
            "What a comeback!",
            "Ann was 100 behind.",
        ),
        (
            (START, peg(0, 91), peg(1, 30), peg(0, 29), peg(1, 90)),
            peg(1, 1),
            Moment(MomentKind.COMEBACK, 1, 91),
            "What a comeback!",
            "Ben was 91 behind.",
        ),
        (
            (START, *(peg(team, 20) for _ in range(6) for team in (0, 1))),
            peg(1, 1),
            Moment(MomentKind.BY_ONE, 1, 1),
            "By a single point!",
            "Ben wins by 1.",
        ),
        ((started(scores=[0, 100]), peg(0, 100)), peg(0, 21), None, "", ""),
        ((START, peg(0, 90)), '{"do": "concede", "team": 0}', None, "", ""),
    ],
)
def test_moment_of_an_entry(
    before: tuple[str, ...], entry: str, expected: Moment | None, title: str, text: str
) -> None:
    now = done(played(*before), entry)
    found = moment(now.latest, now.game)
    assert found == expected
    if found:
        assert Words.of("en").moment(found, now.game) == (title, text)


def test_moment_of_a_claim_comes_once_its_truth_is_public() -> None:
    claimed = (
        started(options={"muggins": True, "muggins_until": "next_count"}),
        *TO_SHOW[1:],
        count("5C", "5D", "5S", "JH", claim=29),
    )
    assert moment(done(played(*claimed[:-1]), claimed[-1]).latest, played(*claimed)) is None
    later = done(played(*claimed), count("2C", "4D", "6S", "8H", claim=0))
    assert moment(later.latest, later.game) == Moment(HAND, 1, 29, 1)


@pytest.mark.parametrize("key", RULES)
def test_points_behind_are_those_of_the_scores_seen(key: str) -> None:
    """The largest deficit of each team, computed a second time from the scores after each event."""
    game, evening = Game(), Evening(key, Random(f"{key} moments"))
    for event in (event for turn in evening.play(3) for event in turn.events):
        if isinstance(event, GameBegan):
            sign = -1 if event.rules.wins == "low" else 1
            start, most = event.scores, [0] * len(event.scores)
        game = evolve(game, event)
        gained = [sign * (score - one) for score, one in zip(game.scores, start, strict=True)]
        most = [max(old, max(gained) - own) for old, own in zip(most, gained, strict=True)]
        if isinstance(event, GameWon):
            assert list(game.most_behind) == most
