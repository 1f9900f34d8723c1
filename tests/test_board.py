"""The board: its holes, its wiring, the games that fit on it, and the current that it draws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.board.board import BadlyWired, Board, TooFewColours, build
from scorekeeper.board.fit import Fit, Misfit, fit
from scorekeeper.board.light import TEAM_COLOURS, Look
from scorekeeper.board.power import Power, corrected, drawn_ma, limited
from scorekeeper.board.shapes import SHAPES, shape_called
from scorekeeper.board.wiring import BeyondTheStrip, TwoHolesOneLight, Wiring, row_by_row
from scorekeeper.board.wood import Wood
from scorekeeper.rules import RULES

WOODS = [Wood(tracks=tracks, holes=holes) for tracks in (1, 2, 3) for holes in (31, 61, 121)]


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("wood", WOODS, ids=lambda wood: f"{wood.tracks}x{wood.holes}")
def test_row_by_row_gives_every_hole_a_light_of_its_own(name: str, wood: Wood) -> None:
    """As many lights as holes, each used once."""
    wiring = row_by_row(shape_called(name, wood))
    assert sorted(sum(wiring.tracks, ())) == list(range(wood.tracks * wood.holes))


def test_a_light_in_two_holes_is_refused() -> None:
    """Both holes are named as a builder counts them."""
    with pytest.raises(
        TwoHolesOneLight, match="light 1 stands in hole 2 of track 1 and in hole 1 of track 2;"
    ):
        Wiring(4, ((0, 1), (1, 2)))


@pytest.mark.parametrize("pixel", [-1, 4])
def test_a_light_beyond_the_strip_is_refused(pixel: int) -> None:
    """The hole, the light and the strip's length are named."""
    with pytest.raises(
        BeyondTheStrip, match=f"hole 2 of track 1 has light {pixel}; a strip of 4 has 0 to 3"
    ):
        Wiring(4, ((0, pixel), (1, 2)))


def test_a_wiring_for_another_shape_is_refused() -> None:
    """A board lights all of its holes and no others."""
    shape = shape_called("straight", Wood(holes=3))
    with pytest.raises(BadlyWired, match=r"\(3, 3\) holes, but their lights are \(3, 2\)"):
        Board(shape, Wiring(6, ((0, 1, 2), (3, 4))))


def test_every_track_needs_its_colour() -> None:
    """Nobody could tell two teams of one colour apart."""
    with pytest.raises(TooFewColours, match="3 tracks need a colour each, but there are 2"):
        build(wood=Wood(tracks=3), look=Look(colours=TEAM_COLOURS[:2]))


@pytest.mark.parametrize(
    ("target", "score", "hole", "rounds"),
    [
        (121, 0, 0, 0),
        (121, 1, 1, 0),
        (121, 121, 121, 0),
        (61, 61, 61, 0),
        (181, 121, 121, 0),
        (181, 122, 1, 1),
        (181, 181, 60, 1),
        (363, 363, 121, 2),
    ],
)
def test_a_score_finds_its_hole(target: int, score: int, hole: int, rounds: int) -> None:
    """On 121 holes a short game uses the first part, a long one goes round again."""
    fitted = fit(build(), 2, target)
    assert isinstance(fitted, Fit)
    assert (fitted.hole(score), fitted.rounds(score)) == (hole, rounds)


@pytest.mark.parametrize("key", RULES)
def test_every_variant_fits_on_three_tracks(key: str) -> None:
    """Each score of each variant has a hole that the board has."""
    rules, board = RULES[key], build(wood=Wood(tracks=3))
    fitted = fit(board, len(rules.teams), rules.target)
    assert isinstance(fitted, Fit)
    assert {fitted.hole(score) for score in range(1, rules.target + 1)} <= set(range(1, 122))


def test_three_teams_do_not_fit_on_two_tracks() -> None:
    """The reason says how many there are of each."""
    assert fit(build(), 3, 121) == Misfit(teams=3, tracks=2)


WHITE_STRIP = bytes([255]) * 3 * 363


def test_a_strip_all_white_would_draw_22_amperes() -> None:
    """363 lights of 60 mA each, and 1 mA for each chip."""
    assert drawn_ma(WHITE_STRIP, Power()) == 363 * 60 + 363


@given(st.binary(max_size=1200).map(lambda raw: raw[: len(raw) // 3 * 3]), st.integers(1, 3000))
def test_no_frame_draws_more_than_the_limit(frame: bytes, limit: int) -> None:
    """Whatever the frame, unless the dark strip alone is too much; then it is dark."""
    power = Power(limit_ma=limit)
    drawn = drawn_ma(limited(frame, power), power)
    assert drawn <= max(limit, len(frame) // 3)


def test_a_frame_within_the_limit_is_left_as_it_is() -> None:
    """Six white pegs on an idle strip draw 723 mA."""
    frame = bytes([255]) * 18 + bytes(3 * 357)
    assert drawn_ma(frame, Power()) == 723
    assert limited(frame, Power()) == frame


def test_usually_a_strip_draws_850_milliamperes() -> None:
    """That is what a supply of one ampere gives without getting warm."""
    assert 700 < drawn_ma(limited(WHITE_STRIP, Power()), Power()) <= 850


def test_the_limit_is_used_to_the_full() -> None:
    """A white strip is as bright as 850 mA can make it."""
    assert limited(WHITE_STRIP, Power(limit_ma=5000)) == bytes([54]) * 3 * 363


@given(st.floats(1, 4))
def test_gamma_keeps_the_order_and_what_was_lit(gamma: float) -> None:
    """Dark stays dark, full stays full, lit stays lit, and brighter is never darker."""
    levels = corrected(bytes(range(256)), gamma)
    assert (levels[0], levels[255]) == (0, 255)
    assert levels[1] >= 1
    assert list(levels) == sorted(levels)


def test_gamma_of_lamps() -> None:
    """Half as bright to the eye is a fifth of the light."""
    assert corrected(bytes([128]), 2.2) == bytes([56])
    assert corrected(bytes([128]), 1.0) == bytes([128])
