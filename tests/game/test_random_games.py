"""Random games by every rules row: what must be true whatever people do."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st

from scorekeeper.game import actions as a
from scorekeeper.game import events as e
from scorekeeper.game.codec import to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game
from scorekeeper.rules.variants import RULES
from scorekeeper.scoring.combo import Why
from tests.kit.oracles.game_invariants import check, undo_and_redo_are_nothing
from tests.kit.players.random_games import Evening, Turn
from tests.kit.players.wrong_actions import FACTS, surely_wrong, wild

GAMES = 200
"""By each row, in `make test`."""

MANY = 100_000
"""By each row, in `make soak`."""


class Wary(Evening):
    """An evening at which every now and then somebody enters what is not allowed."""

    def do(self, action: a.Action) -> None:
        if self.luck.random() < 0.2:
            self.try_what_is_wrong()
        super().do(action)

    def try_what_is_wrong(self) -> None:
        """A surely wrong entry, refused with its code and all that a sentence needs to say so."""
        wrong, code = self.luck.choice(surely_wrong(self.game))
        before = to_json(self.game)
        refusal = refusal_of(self.game, wrong)
        assert refusal, wrong
        assert refusal.code is code, wrong
        assert_told(refusal)
        assert to_json(self.game) == before


class Pestered(Evening):
    """An evening with a child at one of the phones."""

    refused = 0

    def do(self, action: a.Action) -> None:
        """*action*, after forty entries of all kinds, none of which leaves a trace."""
        before = to_json(self.game)
        for _ in range(40):
            self.try_anything(wild(self.luck))
        assert to_json(self.game) == before
        super().do(action)

    def try_anything(self, action: a.Action) -> None:
        """*action*, whose game, if it is allowed, is thrown away."""
        if refusal := refusal_of(self.game, action):
            self.refused += 1
            assert_told(refusal)


def assert_told(refusal: Refusal) -> None:
    """A refusal has all that a sentence needs; a game that is over may be the last of its match."""
    said = refusal.facts.keys()
    assert said == FACTS[refusal.code] or (refusal.code, *said) == (Code.GAME_OVER, "match")


def refusal_of(game: Game, action: a.Action) -> Refusal | None:
    """Return the refusal of *action* in *game*; None if it is allowed."""
    try:
        apply(game, action)
    except Refusal as refusal:
        return refusal
    return None


@pytest.mark.parametrize("key", RULES)
def test_random_games_keep_every_invariant(key: str) -> None:
    """Awards add up, a win stops everything, the export tells it again, the wrong is refused."""
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        luck = Random(f"{key} {number}")
        turns = Wary(key, luck).play(games=1 if luck.random() < 0.92 else 3)
        check(turns)
        undo_and_redo_are_nothing(turns, luck)
        seen.update(told_of(turns))
    rare = set() if RULES[key].skunks else {"Skunk"}
    assert not EVERYWHERE - rare - seen.keys(), "these things never happened"


@settings(
    max_examples=12,
    phases=set(Stage) - {Stage.shrink, Stage.explain},
    suppress_health_check=list(HealthCheck),
)
@given(key=st.sampled_from(sorted(RULES)), luck=st.randoms(use_true_random=False))
def test_games_chosen_by_hypothesis_keep_every_invariant(key: str, luck: Random) -> None:
    """The same, with choices that hypothesis makes: other ones every time."""
    check(Wary(key, luck).play())


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
        check(evening.play())
        refused += evening.refused
        number += 1


@pytest.mark.slow
@pytest.mark.parametrize("key", RULES)
def test_a_hundred_times_more_random_games(key: str) -> None:
    for number in range(GAMES, MANY):
        check(Evening(key, Random(f"{key} {number}")).play())
    print(f"{key}: {MANY - GAMES:,} games")


def told_of(turns: list[Turn]) -> Iterator[str]:
    """Yield what happened at an evening, to see that everything does."""
    for turn in turns:
        yield type(turn.action).__name__
        yield from (type(event).__name__ for event in turn.events)
        yield from (type(notice).__name__ for notice in e.notices_of(turn.events))
        yield from (award.why for award in e.awards_of(turn.events))
        if any(award.void for award in e.awards_of(turn.events)):
            yield "void"
        yield from by_the_rules(turn)
        if isinstance(turn.action, a.Go):
            yield "out" if turn.action.out else "all go" if turn.action.all else "go aloud"
        elif any(isinstance(event, e.SaidGo) for event in turn.events):
            yield "go implied"


def by_the_rules(turn: Turn) -> Iterator[str]:
    """Yield what happened by an option."""
    rules, notices = turn.game.rules, e.notices_of(turn.events)
    assert rules
    if any(isinstance(notice, e.Overcount) for notice in notices):
        yield f"overcount {rules.overcount}"
    if any(isinstance(notice, e.Undercount) for notice in notices) and not rules.muggins:
        yield f"undercount {rules.undercount}"
    if any(isinstance(event, e.GameWon) for event in turn.events):
        yield f"won by {rules.wins}"
    for event in turn.events:
        if isinstance(event, e.MugginsCalled) and 0 < event.got < event.named:
            yield "the lesser"
        if isinstance(event, e.HandShown) and event.passed:
            yield "passed"


EVERYWHERE: set[Any] = {
    *(kind.__name__ for kind in a.Action.__args__),
    *(kind.__name__ for kind in e.Event.__args__ if kind is not e.ChangedPlaces),
    *(kind.__name__ for kind in e.Notice.__args__ if kind is not e.Seated),
    *Why,
    *(f"overcount {what}" for what in ("corrected", "fined", "lost")),
    *(f"undercount {what}" for what in ("given", "lost")),
    *(f"won by {which}" for which in ("high", "low")),
    *("the lesser", "passed"),
    "void",
    "all go",
    "go aloud",
    "go implied",
    "out",
}
"""All that must have happened by every row, or the games prove little."""
