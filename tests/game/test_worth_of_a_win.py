"""Skunks that would be worth less than a plain win are refused."""

from typing import Any

import pytest

from scorekeeper.game import actions as a
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.game.state import Game


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
    start = a.Start(rules="six-card", players=("Ann", "Ben"), options=options)
    with pytest.raises(Refusal) as refusal:
        apply(Game(), start)
    return refusal.value
