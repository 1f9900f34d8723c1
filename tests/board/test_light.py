"""The current that a frame draws and how it is kept within the limit; brightness as eyes see it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.board.light import Power, corrected, enough_ma, limited, underpowered
from tests.kit.oracles.frame_current import drawn_ma

WHITE_STRIP = bytes([255]) * 3 * 363


def test_strip_all_white_would_draw_22_amperes() -> None:
    assert drawn_ma(WHITE_STRIP, Power()) == 363 * 60 + 363


@given(st.binary(max_size=1200).map(lambda raw: raw[: len(raw) // 3 * 3]), st.integers(1, 3000))
def test_no_frame_draws_more_than_the_limit(frame: bytes, limit: int) -> None:
    """Whatever the frame, unless the dark strip alone is too much; then it is dark."""
    power = Power(limit_ma=limit)
    drawn = drawn_ma(limited(frame, power), power)
    assert drawn <= max(limit, len(frame) // 3)


def test_frame_within_the_limit_is_left_as_it_is() -> None:
    frame = bytes([255]) * 18 + bytes(3 * 357)
    assert drawn_ma(frame, Power()) == 723
    assert limited(frame, Power()) == frame


@pytest.mark.parametrize("frame", [bytes(3 * 122), bytes([9]) * 3 * 122])
def test_frame_is_dark_if_idle_leds_exceed_the_limit(frame: bytes) -> None:
    assert limited(frame, Power(limit_ma=100)) == bytes(3 * 122)


@pytest.mark.parametrize(
    ("pixels", "limit", "dark", "enough"),
    [(122, 100, True, 850), (122, 182, False, 850), (363, 422, True, 850), (1200, 850, True, 1700)],
)
def test_limit_that_leaves_no_peg_underpowered(
    pixels: int, limit: int, dark: bool, enough: int
) -> None:
    assert bool(underpowered(pixels, Power(limit_ma=limit))) == dark
    assert enough_ma(pixels, Power(limit_ma=limit)) == enough
    assert not underpowered(pixels, Power(limit_ma=enough))


def test_default_limit_is_850_milliamperes() -> None:
    """That is what a supply of one ampere gives without getting warm."""
    assert 700 < drawn_ma(limited(WHITE_STRIP, Power()), Power()) <= 850


def test_limited_frame_uses_the_whole_limit() -> None:
    """A white strip is as bright as 850 mA can make it."""
    assert limited(WHITE_STRIP, Power(limit_ma=5000)) == bytes([54]) * 3 * 363


@given(st.floats(1, 4))
def test_gamma_keeps_the_order_and_what_was_lit(gamma: float) -> None:
    levels = corrected(bytes(range(256)), gamma)
    assert (levels[0], levels[255]) == (0, 255)
    assert levels[1] >= 1
    assert list(levels) == sorted(levels)


def test_gamma_correction_has_known_values() -> None:
    """Half as bright to the eye is a fifth of the light."""
    assert corrected(bytes([128]), 2.2) == bytes([56])
    assert corrected(bytes([128]), 1.0) == bytes([128])
