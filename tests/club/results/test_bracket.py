"""The number that qualify, and the bracket of the playoff."""

import pytest

from club.results import bracket
from club.results.bracket import Bracket, first_matches
from scorekeeper.words import Fault


@pytest.mark.parametrize(
    ("entrants", "expected"),
    [
        (108, Bracket(27, 32, 5)),
        (132, Bracket(33, 64, 31)),
        (60, Bracket(15, 16, 1)),
        (1, Bracket(1, 1, 0)),
        (4, Bracket(1, 1, 0)),
        (5, Bracket(2, 2, 0)),
        (64, Bracket(16, 16, 0)),
        (65, Bracket(17, 32, 15)),
    ],
)
def test_quarter_qualifies_for_the_next_power_of_two(entrants: int, expected: Bracket) -> None:
    """The first three are examples of the American Cribbage Congress."""
    assert bracket(entrants) == expected


@pytest.mark.parametrize("entrants", [0, -1, 10_001])
def test_impossible_entrants_are_refused(entrants: int) -> None:
    with pytest.raises(Fault, match=f"^{entrants} entrants cannot be; there are 1 to 10000"):
        bracket(entrants)


@pytest.mark.parametrize("qualify", range(2, 70))
def test_best_have_the_byes_and_meet_last(qualify: int) -> None:
    matches = first_matches(qualify)
    size = 2 * len(matches)
    assert sorted(one for match in matches for one in match if one) == [*range(1, qualify + 1)]
    assert [one for one, other in sorted(matches) if other is None] == [
        *range(1, size - qualify + 1)
    ]
    half = {one for match in matches[: len(matches) // 2] for one in match}
    assert qualify < 3 or (1 in half) != (2 in half)
