"""Every game on every board: the hole, the lap and the track of each score."""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.board.shape import MOST_LAPS, Fit, Measures, Misfit, PegPlace, Shape, fit
from scorekeeper.board.shapes import SHAPES, shape_named
from scorekeeper.rules.variants import RULES

GAME_HOLE = -1

STANDS = {
    ("classic", 61, 0): (0, 1),
    ("classic", 61, 1): (1, 1),
    ("classic", 61, 30): (30, 1),
    ("classic", 61, 31): (31, 1),
    ("classic", 61, 60): (60, 1),
    ("classic", 61, 61): (GAME_HOLE, 1),
    ("classic", 121, 0): (0, 1),
    ("classic", 121, 60): (60, 1),
    ("classic", 121, 61): (1, 2),
    ("classic", 121, 120): (60, 2),
    ("classic", 121, 121): (GAME_HOLE, 2),
    ("classic", 181, 120): (60, 2),
    ("classic", 181, 121): (1, 3),
    ("classic", 181, 181): (GAME_HOLE, 3),
    ("classic", 31, 31): (31, 1),
    ("classic", 62, 61): (1, 2),
    ("classic", 62, 62): (2, 2),
    ("classic", 361, 361): (GAME_HOLE, 6),
    ("sixty-one", 121, 61): (1, 2),
    ("straight", 121, 61): (61, 1),
    ("straight", 121, 121): (GAME_HOLE, 1),
    ("straight", 61, 61): (61, 1),
    ("straight", 120, 120): (120, 1),
    ("straight", 122, 121): (1, 2),
    ("straight", 122, 122): (2, 2),
    ("straight", 181, 120): (120, 1),
    ("straight", 181, 121): (1, 2),
    ("straight", 181, 181): (61, 2),
    ("straight", 241, 241): (GAME_HOLE, 2),
    ("paperclip", 363, 362): (2, 4),
    ("paperclip", 363, 363): (3, 4),
}
"""The hole and the lap of a peg, by shape, target and score."""


@pytest.mark.parametrize("case", STANDS, ids=lambda case: f"{case[0]} {case[1]}: {case[2]}")
def test_score_stands_in_the_hole_of_its_lap(case: tuple[str, int, int]) -> None:
    name, target, score = case
    shape = shape_named(name, Measures())
    fitted = fit(shape, (target,) * 2)
    assert isinstance(fitted, Fit)
    hole, lap = STANDS[case]
    assert fitted.place_of(1, score) == PegPlace(1, hole if hole >= 0 else shape.holes, lap)


def test_last_hole_of_each_shape_is_its_game_hole() -> None:
    holes = {name: shape_named(name, Measures()).holes for name in SHAPES}
    assert holes == {"classic": 61, "sixty-one": 61, "straight": 121, "paperclip": 121}


FITS = {
    ("classic", 61): (1, True),
    ("classic", 121): (2, True),
    ("classic", 120): (2, False),
    ("classic", 181): (3, True),
    ("straight", 61): (1, False),
    ("straight", 121): (1, True),
    ("straight", 181): (2, False),
}


@pytest.mark.parametrize("case", FITS, ids=str)
def test_fit_knows_its_laps_and_if_it_ends_in_the_game_hole(case: tuple[str, int]) -> None:
    name, target = case
    fitted = fit(shape_named(name, Measures()), (target,) * 2)
    assert isinstance(fitted, Fit)
    assert (fitted.laps, fitted.whole) == FITS[case]


def test_teams_share_tracks_on_a_board_with_fewer() -> None:
    for tracks, wanted in {1: (0, 0, 0), 2: (0, 1, 0), 3: (0, 1, 2)}.items():
        fitted = fit(shape_named("classic", Measures(tracks=tracks)), (121,) * 3)
        assert isinstance(fitted, Fit)
        assert (fitted.tracks, fitted.shared) == (wanted, tracks < 3)
    two = fit(shape_named("classic", Measures(tracks=3)), (121,) * 2)
    assert isinstance(two, Fit)
    assert (two.tracks, two.shared) == ((0, 1), False)


def test_game_of_too_many_laps_is_a_misfit() -> None:
    classic = shape_named("classic", Measures())
    assert fit(classic, (362,) * 2) == Misfit(laps=7, most=MOST_LAPS)
    assert isinstance(fit(classic, (361,) * 2), Fit)
    assert isinstance(fit(shape_named("straight", Measures(holes=2)), (121,) * 2), Misfit)


BOARDS = [shape_named(name, Measures(tracks=tracks)) for name, tracks in product(SHAPES, (1, 2, 3))]
TARGETS = sorted({target for rules in RULES.values() for target in rules.targets})


@pytest.mark.parametrize("shape", BOARDS, ids=lambda shape: f"{shape.name}×{len(shape.tracks)}")
def test_every_game_fits_on_every_board(shape: Shape) -> None:
    """Each score has a hole that the board has, and no two of one lap have the same."""
    for teams, target in product(sorted({len(rules.teams) for rules in RULES.values()}), TARGETS):
        _check_stands(shape, teams, target)


def _check_stands(shape: Shape, teams: int, target: int) -> None:
    fitted = fit(shape, (target,) * teams)
    assert isinstance(fitted, Fit)
    for team in range(teams):
        stands = [fitted.place_of(team, score) for score in range(target + 1)]
        assert len(set(stands)) == len(stands)
        assert {stand.track for stand in stands} == {team % len(shape.tracks)}
        assert all(1 <= stand.hole <= shape.holes for stand in stands[1:])
        assert stands[0] == PegPlace(team % len(shape.tracks), 0, 1)


targets = st.integers(31, 363)
holes = st.integers(2, 200)


@given(holes, targets)
def test_next_point_is_the_next_hole_of_the_lap(holes: int, target: int) -> None:
    fitted = fit(shape_named("straight", Measures(holes=holes)), (target,) * 2)
    if isinstance(fitted, Misfit):
        assert (target - 1) / (holes - 1) > MOST_LAPS
        return
    stands = [fitted.place_of(0, score) for score in range(target + 1)]
    for before, after in pairwise(stands):
        assert after in (PegPlace(0, before.hole + 1, before.lap), PegPlace(0, 1, before.lap + 1))
    assert stands[-1].lap == fitted.laps
    assert (stands[-1].hole == holes) is fitted.whole
    assert all(stand.hole < holes for stand in stands[:-1])


def test_teams_with_goals_of_their_own_end_where_each_has_won() -> None:
    """One needs 61 and two need 121: on a classic board the one ends after a round, they after two;
    on a longer board the one ends on the way."""
    classic = fit(shape_named("classic", Measures()), (61, 121))
    assert isinstance(classic, Fit)
    assert [classic.place_of(team, goal) for team, goal in enumerate((61, 121))] == [
        (0, 61, 1),
        (1, 61, 2),
    ]
    assert (classic.place_of(0, 60), classic.place_of(1, 61), classic.whole) == (
        (0, 60, 1),
        (1, 1, 2),
        True,
    )
    straight = fit(shape_named("straight", Measures()), (61, 121))
    assert isinstance(straight, Fit)
    assert (straight.place_of(0, 61), straight.last(0), straight.whole) == ((0, 61, 1), 61, False)


def test_five_teams_share_three_tracks() -> None:
    five = fit(shape_named("classic", Measures(tracks=3)), (121,) * 5)
    assert isinstance(five, Fit)
    assert (five.tracks, five.shared) == ((0, 1, 2, 0, 1), True)
