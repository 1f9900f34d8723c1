"""The value of a win: a skunk is never worth less than a plain win; other options are refused."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game
from scorekeeper.rules.options import house_rules
from scorekeeper.rules.variants import RULES, VARIANTS

NAMES = ("Ann", "Ben", "Cid", "Dee", "Eve", "Fay")


def credited(key: str, scores: tuple[int, ...], options: dict[str, Any] | None = None) -> list[int]:
    """Return the games credited to each team once team 0 has pegged out from *scores*."""
    players = NAMES[: RULES[key].players]
    start = a.Start(rules=key, players=players, dealer=0, options=options, scores=scores)
    game = apply(Game(), start).game
    return list(apply(game, a.Peg(team=0, points=game.holes_left(0))).game.games)


@pytest.mark.parametrize(
    ("key", "game", "at_121", "at_61"),
    [
        ("six-card", 3, [(91, 6)], [(31, 6)]),
        ("three-handed", 6, [(91, 12)], [(31, 12)]),
        ("britannica", 10, [(61, 20)], [(31, 20)]),
        ("acc", 1, [(91, 2), (61, 2)], [(31, 2)]),
        ("acc", None, [(91, 3), (61, 3)], [(31, 3)]),
        ("acc", 3, [(91, 5), (61, 5)], [(31, 5)]),
        ("acc", 4, [(91, 6), (61, 6)], [(31, 6)]),
        ("cribble", 5, [], []),
    ],
)
def test_skunks_that_no_option_gives_follow_the_worth_of_a_game(
    key: str, game: int | None, at_121: list[Any], at_61: list[Any]
) -> None:
    for target, lines in ((121, at_121), (61, at_61)):
        rules = house_rules(key, {"game": game, "target": target})
        assert rules.skunks == tuple(lines)


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        (None, [[61, 2], [91, 3]]),
        (None, [[91, 3], [61, 2]]),
        (3, [[91, 2]]),
        (None, [[91, 21]]),
        (None, [[91, 0]]),
        (None, [[122, 2]]),
    ],
)
def test_a_skunk_line_cheaper_than_a_win_or_than_a_line_above_it_is_refused(
    game: int | None, lines: list[list[int]]
) -> None:
    refusal = refused({"skunks": lines, "game": game})
    assert (refusal.code, refusal.facts["field"]) == (Code.BAD_VALUE, "skunks")


def test_skunks_are_checked_after_all_other_options() -> None:
    for skunks in ([[91, 2]], [[32, 2]], "none"):
        refusal = refused({"skunks": skunks, "game": 3, "target": 31, "heels": 11})
        assert refusal.facts["field"] == "heels"


def refused(options: dict[str, Any]) -> Refusal:
    start = a.Start(rules="six-card", players=NAMES[:2], options=options)
    with pytest.raises(Refusal) as refusal:
        apply(Game(), start)
    return refusal.value


LINES = st.lists(st.tuples(st.integers(1, 121), st.integers(1, 20)), max_size=4)


@given(st.sampled_from(sorted(VARIANTS)), st.integers(1, 10), st.none() | LINES, st.data())
def test_a_skunk_never_credits_less_than_a_plain_win_and_never_less_for_fewer_points(
    key: str, game: int, lines: Any, data: st.DataObject
) -> None:
    row = RULES[key]
    teams = len(row.teams)
    options = {
        "game": game,
        "target": data.draw(st.integers(31, 363)),
        "skunks": lines,
        "lurch": data.draw(st.sampled_from(("furthest", "each"))) if teams > 2 else None,
        "wins": data.draw(st.sampled_from(("high", "low"))),
        "best_of": data.draw(st.sampled_from((0, 3))),
        "for_last": 0,  # It could win before the peg does.
    }
    try:
        goals = house_rules(key, options).goals
    except ValueError:
        return
    scores = tuple(data.draw(st.integers(0, goal - 1)) for goal in goals)
    lower = (scores[0], *(data.draw(st.integers(0, score)) for score in scores[1:]))
    less, more = (sum(credited(key, at, options)) for at in (scores, lower))
    assert game <= less <= more


def test_no_row_has_a_skunk_cheaper_than_a_win_for_any_target_and_worth_of_a_game() -> None:
    for key, target, game in product(VARIANTS, (31, 60, 61, 90, 121, 363), range(1, 11)):
        rules = house_rules(key, {"target": target, "game": game})
        assert house_rules(key, {"target": target, "game": game, "skunks": rules.skunks}) == rules
