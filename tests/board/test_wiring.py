"""The light of each hole: the usual ways to lay a strip, and the tape that fits."""

from itertools import accumulate, pairwise, product
from math import dist, isclose

import pytest

from scorekeeper.board.geometry.measures import Measures
from scorekeeper.board.geometry.shapes import SHAPES, shape_named
from scorekeeper.board.wiring.check import check_wiring
from scorekeeper.board.wiring.layouts import ORDERS, wire_in_order
from scorekeeper.board.wiring.runs import STRAY, cut_list
from scorekeeper.board.wiring.wiring import BadlyWired
from tests.kit.fakes.small_boards import said, small

LAID = {
    ("straight", "pegged", 0): "0 1 2 3 | 4 5 6 7 | 8 9 10 11",
    ("straight", "rows", 0): "0 1 2 3 | 4 5 6 7 | 8 9 10 11",
    ("straight", "serpentine", 0): "0 1 2 3 | 7 6 5 4 | 8 9 10 11",
    ("straight", "serpentine", 2): "0 1 2 3 | 9 8 7 6 | 12 13 14 15",
    ("classic", "pegged", 0): "0 1 2 3 4 5 6 | 7 8 9 10 11 12 13 | 14 15 16 17 18 19 20",
    ("classic", "pegged", 1): "0 1 2 4 5 6 7 | 9 10 11 13 14 15 16 | 18 19 20 22 23 24 25",
    ("classic", "rows", 0): "2 1 0 3 4 5 6 | 9 8 7 10 11 12 13 | 16 15 14 17 18 19 20",
    ("classic", "serpentine", 0): "0 1 2 3 4 5 6 | 7 8 9 10 11 12 13 | 14 15 16 17 18 19 20",
}
"""The lights by track as they are pegged, by shape, order and spare lights."""


@pytest.mark.parametrize("case", LAID, ids=str)
def test_strip_is_laid_in_each_order(case: tuple[str, str, int]) -> None:
    name, order, spare = case
    wiring = wire_in_order(small(name, 3), order, spare=spare)
    shown = " | ".join(" ".join(map(str, track)) for track in wiring.tracks)
    assert shown == LAID[case]


def test_paperclip_is_laid_to_and_fro_track_by_track() -> None:
    wiring = wire_in_order(small("paperclip"), "serpentine")
    assert wiring.tracks == (tuple(range(46)), tuple(range(91, 45, -1)))


def test_spare_pixels_are_skipped_between_pieces() -> None:
    """Five pieces a track, and nothing after the last."""
    plain, spared = (wire_in_order(small("paperclip"), "pegged", spare=spare) for spare in (0, 3))
    assert spared.pixels - plain.pixels == 3 * 9


def test_shared_game_hole_has_one_pixel() -> None:
    wiring = wire_in_order(small("classic", 2, game_holes="one"), "pegged")
    assert wiring.tracks == ((0, 1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12, 6))
    assert wiring.pixels == 13


def test_denser_tape_uses_every_third_pixel() -> None:
    shape = small("straight", 2, pitch=3000 / 144)
    assert wire_in_order(shape, "pegged", leds_per_m=144).tracks == ((0, 3, 6, 9), (10, 13, 16, 19))
    assert wire_in_order(shape, "serpentine", leds_per_m=144).tracks == (
        (0, 3, 6, 9),
        (19, 16, 13, 10),
    )
    assert dict(cut_list(shape, 144)) == {10: 2}


CUTS = {
    ("classic", "each", 0): {31: 3, 30: 3},
    ("classic", "one", 0): {30: 6, 1: 1},
    ("classic", "each", 2): {33: 2, 32: 3, 31: 1},
    ("straight", "each", 0): {121: 3},
    ("straight", "one", 0): {120: 3, 1: 1},
}


@pytest.mark.parametrize("case", CUTS, ids=str)
def test_cut_list_counts_the_pieces_of_tape(case: tuple[str, str, int]) -> None:
    name, game_holes, spare = case
    shape = shape_named(name, Measures(tracks=3, game_holes=game_holes))  # type: ignore[arg-type]
    assert dict(cut_list(shape, 144, spare)) == CUTS[case]


BOARDS = [
    (name, Measures(tracks=tracks, game_holes=game_holes, bends=bends, ends=ends))
    for name, tracks, game_holes, bends, ends in product(
        SHAPES, (1, 2, 3), ("each", "one"), ("square", "round"), ("same", "opposite")
    )
    if name == "paperclip" or bends == "square"
    if ends == "same" or (name == "sixty-one" and tracks < 3 and game_holes == "each")
]


def shown(board: tuple[str, Measures]) -> str:
    """A board as a test names it."""
    name, measures = board
    return f"{name}×{measures.tracks} {measures.game_holes} {measures.bends} {measures.ends}"


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("board", BOARDS, ids=shown)
def test_every_hole_has_a_light_of_its_own(board: tuple[str, Measures], order: str) -> None:
    shape = shape_named(*board)
    for leds_per_m, spare in product((0, 144) if shape.on_tape else (0,), (0, 2)):
        wiring = wire_in_order(shape, order, leds_per_m=leds_per_m, spare=spare)
        assert check_wiring(shape, wiring) == ()
        light_of = {
            (place, light)
            for track, lights in zip(shape.tracks, wiring.tracks, strict=True)
            for place, light in zip(track.holes, lights, strict=True)
        }
        places, lights = ({pair[at] for pair in light_of} for at in (0, 1))
        assert len(light_of) == len(places) == len(lights)
        assert spare or lights == set(range(wiring.pixels))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("leds_per_m", "times"), [(60, 1), (144, 1), (144, 3), (60, 2)])
@pytest.mark.parametrize("name", SHAPES)
def test_on_tape_the_lights_are_beneath_the_holes(
    name: str, leds_per_m: int, times: int, order: str
) -> None:
    apart = 1000 / leds_per_m
    shape = shape_named(name, Measures(tracks=2, pitch=times * apart))
    wiring = wire_in_order(shape, order, leds_per_m=leds_per_m)
    for track, lights in zip(shape.tracks, wiring.tracks, strict=True):
        ends = set(accumulate(track.pieces))
        for hole, (one, other) in enumerate(pairwise(zip(track.holes, lights, strict=True)), 1):
            (here, light), (there, next_light) = one, other
            assert light is not None
            assert next_light is not None
            if hole not in ends:
                assert isclose(abs(next_light - light) * apart, dist(here, there))


TAPES = {
    (1000 / 144, 60): "Tape with 60 LEDs a metre does not lie beneath holes that are 6.94 mm apart:"
    " board.pitch would have to be 16.67 or 33.33 mm.",
    (10.0, 144): "Tape with 144 LEDs a metre does not lie beneath holes that are 10 mm apart:"
    " board.pitch would have to be 6.94 or 13.89 mm.",
    (16.0, 144): "Tape with 144 LEDs a metre does not lie beneath holes that are 16 mm apart:"
    " board.pitch would have to be 13.89 or 20.83 mm.",
    (6.94, 144): None,
    (6.93, 144): None,
    (6.9, 144): "Tape with 144 LEDs a metre does not lie beneath holes that are 6.9 mm apart:"
    " board.pitch would have to be 6.94 or 13.89 mm.",
    (20.83, 144): None,
}


@pytest.mark.parametrize(("pitch", "leds_per_m"), TAPES)
def test_tape_of_another_pitch_does_not_fit(pitch: float, leds_per_m: int) -> None:
    """Beyond a millimetre at the end of a row; the pitches that would fit are said, and do fit."""
    shape = shape_named("classic", Measures(pitch=pitch))
    wanted = TAPES[pitch, leds_per_m]
    if wanted is None:
        assert check_wiring(shape, wire_in_order(shape, "pegged", leds_per_m=leds_per_m)) == ()
        return
    with pytest.raises(BadlyWired) as told:
        wire_in_order(shape, "pegged", leds_per_m=leds_per_m)
    assert said(told.value) == [wanted]
    for fitting in told.value.faults[0].fitting:  # type: ignore[union-attr]
        assert wire_in_order(
            shape_named("classic", Measures(pitch=round(fitting, 2))), "rows", leds_per_m=leds_per_m
        )


def test_tape_may_stray_a_millimetre() -> None:
    """That is what a hole of some four millimetres forgives, at the end of the longest row."""
    assert STRAY == 1.0
    for off, fits in ((0.033, True), (0.034, False)):  # 30 steps in a row of 31 holes
        shape = shape_named("classic", Measures(pitch=1000 / 144 + off))
        try:
            wire_in_order(shape, "pegged", leds_per_m=144)
        except BadlyWired:
            assert not fits
        else:
            assert fits


@pytest.mark.parametrize("measures", [{"street_gap": 3.0}, {"bends": "round"}], ids=str)
def test_tape_cannot_be_bent_round_or_stretched(measures: dict[str, object]) -> None:
    """Such a board takes loose pixels, one a hole."""
    shape = small("paperclip", **measures)
    with pytest.raises(BadlyWired) as told:
        wire_in_order(shape, "pegged", leds_per_m=144)
    assert said(told.value) == [
        (
            "Tape with 144 LEDs a metre cannot be laid in this board: its holes are not in "
            "straight rows of one pitch, or are drilled for loose lights (board.light_mm). It "
            "takes loose pixels: wiring.leds_per_m = 0."
        )
    ]
    assert check_wiring(shape, wire_in_order(shape, "pegged")) == ()
