"""Illegal entries at random games of every rules row are refused in words."""

from itertools import product
from random import Random

import pytest

from scorekeeper.game import actions as a
from scorekeeper.game.codec import to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game
from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.variants import RULES
from tests.game.wrong_actions import FACTS, surely_wrong
from tests.kit.players.random_games import Evening

GAMES = 40
"""Per rules row, in `make test`."""


class Wary(Evening):
    def do(self, action: a.Action) -> None:
        if self.luck.random() < 0.2:
            self.try_what_is_wrong()
        super().do(action)

    def try_what_is_wrong(self) -> None:
        wrong, code = self.luck.choice(surely_wrong(self.game))
        before = to_json(self.game)
        refusal = refusal_of(self.game, wrong)
        assert refusal, wrong
        assert refusal.code is code, wrong
        assert_told(refusal)
        assert to_json(self.game) == before


def assert_told(refusal: Refusal) -> None:
    """Check that a refusal has all facts; a finished game may be the match's last."""
    said = refusal.facts.keys()
    assert said == FACTS[refusal.code] or (refusal.code, *said) == (Code.GAME_OVER, "match")


def refusal_of(game: Game, action: a.Action) -> Refusal | None:
    try:
        apply(game, action)
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.parametrize("key", RULES)
def test_entries_that_are_not_allowed_are_refused_with_their_code(key: str) -> None:
    for number in range(GAMES):
        luck = Random(f"{key} {number}")
        Wary(key, luck).play(games=1 if luck.random() < 0.92 else 3)


VALUES = (
    *(-1, 0, 1, 2, 31, 121, 1000, 2**40, True, 2.5, "", "left", "low", "both", {}),
    *([], [[91, 2]], [[91]], [91], [["91", 2]], [121, 61]),
)


@pytest.mark.parametrize("key", RULES)
def test_any_value_of_an_option_begins_a_game_or_is_refused(key: str) -> None:
    players = tuple("ABCDEF"[: RULES[key].players])
    for name, value in product((*OPTIONS, "jokers"), VALUES):
        start = a.Start(rules=key, players=players, dealer=0, options={name: value})
        if refusal := refusal_of(Game(), start):
            assert_told(refusal)
