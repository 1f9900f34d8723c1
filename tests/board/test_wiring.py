"""The strip's wiring: by layout, by segments, and all possible errors."""

from itertools import accumulate, pairwise, product
from math import dist, isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.board.shape import Measures, Shape
from scorekeeper.board.shapes import SHAPES, shape_named
from scorekeeper.board.wiring import (
    ORDERS,
    BadlyWired,
    Board,
    Lamps,
    Segment,
    Wiring,
    build,
    check_wiring,
    cut_list,
    faults_by_run,
    wire,
    wire_in_order,
)
from scorekeeper.words import Words
from tests.kit.paths import told_blocks


def small(name: str, tracks: int = 2, **measures: Any) -> Shape:
    """A small board: 4 holes in a row, or 3 out, 3 back and the game hole."""
    holes = {"straight": 4, "classic": 7, "sixty-one": 7, "paperclip": 46}[name]
    return shape_named(name, Measures(tracks=tracks, holes=holes, **measures))


def run(start: int, length: int, track: int = 0, **more: Any) -> Segment:
    return Segment(start=start, length=length, track=track, **more)


def said(fault: BadlyWired, lang: str = "en") -> list[str]:
    return [Words.of(lang).fault(one.message) for one in fault.faults]


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
"""The lights of each track in pegging order, by shape, layout and spare lights."""


@pytest.mark.parametrize("case", LAID, ids=str)
def test_strip_is_laid_in_each_order(case: tuple[str, str, int]) -> None:
    name, order, spare = case
    wiring = wire_in_order(small(name, 3), order, spare=spare)
    shown = " | ".join(" ".join(map(str, track)) for track in wiring.tracks)
    assert shown == LAID[case]


def test_denser_tape_uses_every_third_pixel() -> None:
    shape = small("straight", 2, pitch=3000 / 144)
    assert wire_in_order(shape, "pegged", leds_per_m=144).tracks == ((0, 3, 6, 9), (10, 13, 16, 19))
    assert wire_in_order(shape, "serpentine", leds_per_m=144).tracks == (
        (0, 3, 6, 9),
        (19, 16, 13, 10),
    )
    assert dict(cut_list(shape, 144)) == {10: 2}


BOARDS = [
    (name, Measures(tracks=tracks, game_holes=game_holes, bends=bends, ends=ends))
    for name, tracks, game_holes, bends, ends in product(
        SHAPES, (1, 2, 3), ("each", "one"), ("square", "round"), ("same", "opposite")
    )
    if name == "paperclip" or bends == "square"
    if ends == "same" or (name == "sixty-one" and tracks < 3 and game_holes == "each")
]


def shown(board: tuple[str, Measures]) -> str:
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
    (6.94 + 0.037, 144): None,  # Thirty steps between 31 holes.
    (1000 / 144, 60): "Tape with 60 LEDs per metre does not match holes 6.94 mm apart: "
    "board.pitch would have to be 16.67 or 33.33 mm.",
    (10.0, 144): "Tape with 144 LEDs per metre does not match holes 10 mm apart: board.pitch "
    "would have to be 6.94 or 13.89 mm.",
    (
        6.94 + 0.039,
        144,
    ): "Tape with 144 LEDs per metre does not match holes 6.98 mm apart: board.pitch would have "
    "to be 6.94 or 13.89 mm.",
    (20.83, 144): None,
}


@pytest.mark.parametrize(("pitch", "leds_per_m"), TAPES)
def test_tape_of_another_pitch_does_not_fit(pitch: float, leds_per_m: int) -> None:
    shape = shape_named("classic", Measures(pitch=pitch))
    wanted = TAPES[pitch, leds_per_m]
    if wanted is None:
        assert check_wiring(shape, wire_in_order(shape, "pegged", leds_per_m=leds_per_m)) == ()
        return
    with pytest.raises(BadlyWired) as told:
        wire_in_order(shape, "pegged", leds_per_m=leds_per_m)
    assert said(told.value) == [wanted]
    for end in ("less", "more"):
        fitting = shape_named("classic", Measures(pitch=told.value.values[end]))
        assert wire_in_order(fitting, "rows", leds_per_m=leds_per_m)


@pytest.mark.parametrize("measures", [{"street_gap": 3.0}, {"bends": "round"}], ids=str)
def test_tape_cannot_be_bent_round_or_stretched(measures: dict[str, object]) -> None:
    shape = small("paperclip", **measures)
    with pytest.raises(BadlyWired) as told:
        wire_in_order(shape, "pegged", leds_per_m=144)
    assert said(told.value) == [
        (
            "Tape with 144 LEDs per metre cannot be used in this board: its holes are not evenly "
            "spaced in straight rows, or are drilled for loose lights (board.light_mm). Use loose "
            "pixels: wiring.leds_per_m = 0."
        )
    ]
    assert check_wiring(shape, wire_in_order(shape, "pegged")) == ()


SEGMENTS = {
    "as they come": ([run(0, 4)], "0 1 2 3 | - - - -"),
    "from a later light": ([run(7, 4, 1)], "- - - - | 7 8 9 10"),
    "from a later hole": ([run(0, 2, hole=3)], "- - 0 1 | - - - -"),
    "against the pegging": ([run(4, 4, reverse=True)], "7 6 5 4 | - - - -"),
    "each third": ([run(1, 10, every=3)], "1 4 7 10 | - - - -"),
    "each third, and two more": ([run(1, 12, every=3)], "1 4 7 10 | - - - -"),
    "each second, against": ([run(0, 7, every=2, reverse=True)], "6 4 2 0 | - - - -"),
    "gaps": ([run(0, 6, gaps=(0, 3))], "1 2 4 5 | - - - -"),
    "gaps, each second": ([run(0, 8, every=2, gaps=(1,))], "0 3 5 7 | - - - -"),
    "two in one track": ([run(0, 2, hole=3), run(2, 2, reverse=True)], "3 2 0 1 | - - - -"),
}


@pytest.mark.parametrize("name", SEGMENTS)
def test_segment_is_a_run_of_lights_in_a_run_of_holes(name: str) -> None:
    segments, wanted = SEGMENTS[name]
    tracks = wire(small("straight"), segments).tracks
    dashed = (" ".join("-" if one is None else str(one) for one in track) for track in tracks)
    assert " | ".join(dashed) == wanted


def test_shared_game_hole_is_wired_once() -> None:
    shape = small("straight", 2, game_holes="one")
    wiring = wire(shape, [run(0, 3), run(3, 4, 1)])
    assert wiring.tracks == ((0, 1, 2, 6), (3, 4, 5, 6))
    assert check_wiring(shape, wiring) == ()
    (fault,) = check_wiring(shape, Wiring(8, WHOLE))
    assert Words.of("en").fault(fault.message) == "Hole 4 of track 1 has two pixels, 3 and 7."


def test_strip_is_as_long_as_holes_and_lamps_need() -> None:
    shape, lamps = small("straight"), Lamps(link=11)
    assert wire_in_order(shape, "pegged").pixels == 8
    assert wire_in_order(shape, "pegged", lamps=lamps).pixels == 12
    assert wire_in_order(shape, "pegged", lamps=lamps, pixels=20).pixels == 20
    assert wire(shape, [run(3, 4)], lamps=lamps).pixels == 12


WHOLE = ((0, 1, 2, 3), (4, 5, 6, 7))

WRONG = {
    "a hole without a pixel": Wiring(8, ((0, 1, None, 3), (4, 5, 6, 7))),
    "a track without pixels": Wiring(4, ((0, 1, 2, 3),)),
    "a hole too many": Wiring(9, ((0, 1, 2, 3, 8), (4, 5, 6, 7))),
    "a segment too long": wire(small("straight"), [run(0, 5), run(5, 4, 1)]),
    "a pixel in three holes": Wiring(8, ((0, 0, 2, 3), (4, 5, 6, 0))),
    "a pixel beyond the strip": Wiring(7, WHOLE),
    "a lamp beyond the strip": Wiring(8, WHOLE, Lamps(count=(8,))),
    "a strip that is too long": Wiring(1201, WHOLE),
    "lamps in conflict": Wiring(10, WHOLE, Lamps(games=((8,), (9, 8)), link=9)),
    "all at once": Wiring(7, ((0, None, 2, 3), (4, 4, 6, 7)), Lamps(turn=(2,))),
    "a hole in two segments": wire(small("straight"), [run(0, 4), run(4, 4, 1), run(8, 1, hole=2)]),
    "a gap elsewhere": wire(small("straight"), [run(0, 4, gaps=(4,)), run(4, 4, 1)]),
}


@pytest.mark.parametrize("told", told_blocks("wiring"), ids=WRONG)
def test_every_fault_is_named(told: list[str]) -> None:
    name, *sentences = told
    with pytest.raises(BadlyWired) as caught:
        Board(small("straight"), WRONG[name])
    assert said(caught.value) == sentences
    assert len(set(said(caught.value, "fr"))) == len(sentences)


def test_one_fault_in_consecutive_holes_is_one_sentence() -> None:
    wiring = Wiring(8, ((0, None, 2, 3), (None, None, 6, None)))
    faults = faults_by_run(check_wiring(small("straight"), wiring))
    assert [Words.of("en").fault(fault) for fault in faults] == [
        "Hole 2 of track 1 has no pixel.",
        "Holes 1–2 of track 2 have no pixel.",
        "Hole 4 of track 2 has no pixel.",
    ]


@given(st.data())
def test_check_finds_any_changed_pixel(data: st.DataObject) -> None:
    board = build("classic", Measures(tracks=2, holes=7))
    track, hole = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 6))
    pixel = data.draw(st.none() | st.integers(0, 20))
    tracks = [list(lights) for lights in board.lights]
    before, tracks[track][hole] = tracks[track][hole], pixel  # type: ignore[call-overload]
    found = check_wiring(board.shape, Wiring(16, tuple(map(tuple, tracks))))
    free = pixel is not None and (pixel == before or 14 <= pixel < 16)
    assert (found == ()) is free
