"""Illegal entries at random games of every rules row are refused in words."""

from random import Random

import pytest

from scorekeeper.game import actions as a
from scorekeeper.game.codec import to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import RULES
from tests.game.wrong_actions import FACTS, surely_wrong, wild
from tests.kit.players.random_games import Evening

GAMES = 40
"""Per rules row, in `make test`."""


class Wary(Evening):
    """A match in which illegal entries are attempted."""

    def do(self, action: a.Action) -> None:
        if self.luck.random() < 0.2:
            self.try_what_is_wrong()
        super().do(action)

    def try_what_is_wrong(self) -> None:
        """Try an entry that is certainly illegal; check the code and facts of its refusal."""
        wrong, code = self.luck.choice(surely_wrong(self.game))
        before = to_json(self.game)
        refusal = refusal_of(self.game, wrong)
        assert refusal, wrong
        assert refusal.code is code, wrong
        assert_told(refusal)
        assert to_json(self.game) == before


class Pestered(Evening):
    """A match with random input on one of the phones."""

    refused = 0

    def do(self, action: a.Action) -> None:
        """Do *action* after forty random entries, none of which changes anything."""
        before = to_json(self.game)
        for _ in range(40):
            if refusal := refusal_of(self.game, wild(self.luck)):
                self.refused += 1
                assert_told(refusal)
        assert to_json(self.game) == before
        super().do(action)


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


def test_random_starts_begin_or_are_refused() -> None:
    luck = Random("wild beginnings")
    asked = [action for _ in range(20_000) if isinstance(action := wild(luck), a.Start)]
    refusals = [refusal_of(Game(), action) for action in asked]
    assert None in refusals
    for refusal in filter(None, refusals):
        assert_told(refusal)


@pytest.mark.slow
@pytest.mark.parametrize("key", RULES)
def test_a_million_random_entries_are_allowed_or_refused(key: str) -> None:
    refused = number = 0
    while refused < 1_000_000 // len(RULES):
        evening = Pestered(key, Random(f"{key} pestered {number}"))
        evening.play()
        refused += evening.refused
        number += 1
