"""Properties of every picture: current, idle state and flashes."""

from collections.abc import Iterator
from functools import cache
from math import inf

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.board.light import (
    Frame,
    Look,
    Power,
    corrected,
    dimmed,
    enough_ma,
    limited,
    underpowered,
)
from scorekeeper.board.picture import picture, settles_at
from scorekeeper.board.scene import Move, Scene, Step
from scorekeeper.board.shape import Measures
from scorekeeper.board.wiring import Board, Lamps, build, wire_in_order
from tests.kit.fakes.scenes import LOOKS, scenes
from tests.kit.oracles.frame_text import drawn_ma

LAMPS = Lamps(
    dealer=(363, 364, 365),
    turn=(366, 367, 368),
    games=((369, 370), (371, 372), (373, 374)),
    count=tuple(range(375, 399)),
    link=399,
)
"""With three straight tracks, a strip of 400 lights."""

CUT = {
    (shape, tracks): build(shape, Measures(tracks=tracks))
    for shape in ("straight", "classic", "sixty-one", "paperclip")
    for tracks in (1, 2, 3)
}
LARGEST = Board(
    CUT["straight", 3].shape, wire_in_order(CUT["straight", 3].shape, "pegged", lamps=LAMPS)
)
BOARDS = st.builds(
    lambda board, look: replace(board, look=look), st.sampled_from([*CUT.values(), LARGEST]), LOOKS
)


@given(scenes(), BOARDS, st.floats(0, 30))
def test_picture_does_not_change_once_settled(scene: Scene, board: Board, longer: float) -> None:
    still, at_last = settles_at(scene, board), picture(scene, board, inf)
    if still < inf:
        assert picture(scene, board, still + longer) == picture(scene, board, still)
        assert at_last == picture(scene, board, still)
    else:
        assert inf in (board.look.breaths, inf if board.look.low_vision else 0)


LAST_TO_PASS = Scene(
    target=121,
    moves=(Move(70, 70, 66), Move(80, 80, 71), Move(50, 62, 48)),
    steps=(Step(2, 50, 54, at=0.0, seconds=0.36), Step(2, 54, 62, at=0.8, seconds=0.72)),
    waiting=(0, 1, 2),
)
"""The third team on one track completes its lap in a count while OK is held: its light, the
neighbours and the lap light change in one place."""

TAKEN_BACK = Scene(target=121, moves=(Move(0, 0, 0), Move(16, 0, 1)), waiting=(0, 1))
"""A peg moves back over the first hole to its start while points are awaited for its team."""

WALKED_PAST = Scene(
    target=121, moves=(Move(60, 76, 50), Move(100, 100, 75), Move(90, 90, 75)), seats=(0, 1, 2)
)
"""On one track a peg walks past the back pegs of two others, which take turns in one hole."""


@settings(max_examples=25)
@example(WALKED_PAST, CUT["straight", 1])
@example(TAKEN_BACK, replace(CUT["straight", 2], look=Look(low_vision=True, breaths=0.0)))
@example(LAST_TO_PASS, replace(CUT["classic", 1], look=Look(low_vision=True, breaths=0.0)))
@given(scenes(), BOARDS)
def test_nothing_flashes_three_times_a_second(scene: Scene, board: Board) -> None:
    shown = [picture(scene, board, step / 100) for step in range(600)]
    for pixel, colours in _changing(shown):
        lit = [at for at, _ in _comes_on([*map(_luminance, *colours)])]
        assert all(third - at >= 99 for at, third in zip(lit, lit[2:], strict=False)), pixel


def _changing(shown: list[Frame]) -> Iterator[tuple[int, tuple[bytes, bytes, bytes]]]:
    """Yield red, green and blue of each pixel that changes over time, omitting duplicates.

    Most of a board does not change, and the lights of a team or a lap change together.
    """
    every, wide, known = b"".join(shown), len(shown[0]), set[tuple[bytes, bytes, bytes]]()
    for at in range(0, wide, 3):
        red, green, blue = colours = (every[at::wide], every[at + 1 :: wide], every[at + 2 :: wide])
        rests = all(part.count(part[0]) == len(part) for part in (red, green, blue))
        if not rests and colours not in known:
            known.add(colours)
            yield at // 3, colours


@cache
def _luminance(red: int, green: int, blue: int) -> float:
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def _comes_on(levels: list[float]) -> Iterator[tuple[int, float]]:
    """Yield where a light rises after a fall, by half of what WCAG 2.3.1 allows: blue is dark."""
    least, low, high, rising = 0.05, levels[0], levels[0], False
    for at, level in enumerate(levels):
        if rising:
            high = max(high, level)
            if level <= high - least:
                rising, low = False, level
        else:
            low = min(low, level)
            if level >= low + least:
                rising, high = True, level
                yield at, level


def test_dimming_keeps_lit_what_was_lit() -> None:
    frame = bytes(range(256)) * 3
    for level in (0.001, 0.25, 0.5, 1):
        dark = dimmed(frame, level)
        assert all((before > 0) == (after > 0) for before, after in zip(frame, dark, strict=True))
        assert max(dark) == max(round(255 * level), 1)
    assert dimmed(frame, 1) is frame


WHITE_STRIP = bytes([255]) * 3 * 363


@given(st.binary(max_size=1200).map(lambda raw: raw[: len(raw) // 3 * 3]), st.integers(1, 3000))
def test_no_frame_draws_more_than_the_limit(frame: bytes, limit: int) -> None:
    """For any frame, unless even the dark strip exceeds the limit; then it stays dark."""
    power = Power(limit_ma=limit)
    drawn = drawn_ma(limited(frame, power), power)
    assert drawn <= max(limit, len(frame) // 3)


def test_limit_is_used_whole_and_dims_nothing_within_it() -> None:
    within = bytes([255]) * 18 + bytes(3 * 357)
    assert limited(within, Power(limit_ma=723)) == within
    assert drawn_ma(limited(WHITE_STRIP, Power()), Power()) > 700
    assert limited(WHITE_STRIP, Power(limit_ma=5000)) == bytes([54]) * 3 * 363
    assert limited(WHITE_STRIP, Power(limit_ma=100)) == bytes(3 * 363)


@pytest.mark.parametrize(
    ("pixels", "limit", "dark", "enough"),
    [(122, 100, True, 850), (122, 182, False, 850), (363, 422, True, 850), (1200, 850, True, 2900)],
)
def test_limit_that_leaves_no_peg_underpowered(
    pixels: int, limit: int, dark: bool, enough: int
) -> None:
    assert bool(underpowered(pixels, Power(limit_ma=limit))) == dark
    assert enough_ma(pixels, Power(limit_ma=limit)) == enough
    assert not underpowered(pixels, Power(limit_ma=enough))


@given(st.floats(1, 4))
def test_gamma_keeps_the_order_and_what_was_lit(gamma: float) -> None:
    levels = corrected(bytes(range(256)), gamma)
    assert (levels[0], levels[255]) == (0, 255)
    assert levels[1] >= 1
    assert list(levels) == sorted(levels)
    assert corrected(bytes([128]), 2.2) == bytes([56])
