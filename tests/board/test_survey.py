"""Wiring found by tapping: every possible wiring, in few taps."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.board.shape import Measures, Shape
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.survey import Survey, Taps, strip_length, survey
from scorekeeper.board.wiring import Place, check_wiring, wire

CLASSIC = shape_named("classic", Measures(tracks=2))
SMALL = shape_named("classic", Measures(tracks=2, holes=7))

SHAPES = [
    CLASSIC,
    *(shape_named(name, Measures(tracks=3)) for name in ("classic", "straight", "paperclip")),
    shape_named("sixty-one", Measures(tracks=2, game_holes="one")),
]

Strip = Sequence[Place | None]
"""The hole of each light, as soldered."""


def rows(shape: Shape) -> list[list[Place]]:
    """Return the pieces of *shape* as cut, in pegging order."""
    found: list[list[Place]] = []
    for number, track in enumerate(shape.tracks):
        last = shape.holes - (shape.one_game_hole and number > 0)
        found += [[Place(number, hole) for hole in row if hole <= last] for row in track.rows]
    return [row for row in found if row]


def laid(pieces: Sequence[list[Place]], order: Sequence[int], turned: Sequence[int]) -> Strip:
    return [place for at in order for place in pieces[at][:: -1 if turned[at] else 1]]


def tapped(shape: Shape, strip: Strip, *, doubted: bool = False) -> tuple[Survey, Taps]:
    """Tap the hole of each light shown, until no more is asked."""
    taps: dict[int, Place | None] = {}
    while (found := survey(shape, len(strip), taps, doubted=doubted)).next is not None:
        assert found.next not in taps, "no light is asked for twice"
        taps[found.next] = strip[found.next]
    return found, taps


def is_right(shape: Shape, strip: Strip, found: Survey) -> bool:
    wiring = wire(shape, found.segments, len(strip))
    there = {place: pixel for pixel, place in enumerate(strip) if place}
    lit = {
        Place(track, hole): pixel
        for track, lights in enumerate(wiring.tracks)
        for hole, pixel in enumerate(lights, 1)
    }
    return check_wiring(shape, wiring) == () and there.items() <= lit.items()


WAYS = tuple(product(permutations(range(4)), product((0, 1), repeat=4)))


@pytest.mark.parametrize(
    "ways", [WAYS[::11], pytest.param(WAYS, marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_four_pieces_in_any_order_and_direction_take_eight_taps(ways: Any) -> None:
    pieces = rows(CLASSIC)
    for order, turned in ways:
        strip = laid(pieces, order, turned)
        assert len(strip) == 122
        found, asked = tapped(CLASSIC, strip)
        assert is_right(CLASSIC, strip, found), (order, turned)
        assert len(asked) == 8


@pytest.mark.parametrize(("shape", "most"), [*zip(SHAPES, (8, 12, 6, 30, 11), strict=True)])
def test_rows_of_every_shape_take_few_taps(shape: Shape, most: int) -> None:
    pieces, luck = rows(shape), Random(3)
    for _ in range(12):
        order = luck.sample(range(len(pieces)), len(pieces))
        strip = laid(pieces, order, [luck.randrange(2) for _ in pieces])
        found, asked = tapped(shape, strip)
        assert is_right(shape, strip, found)
        assert len(asked) <= most


@st.composite
def strips(draw: st.DrawFn) -> tuple[Shape, Strip]:
    shape = draw(st.sampled_from(SHAPES))
    cut = draw(st.sets(st.integers(1, shape.holes), max_size=5))
    pieces = [
        [place for place in row if low <= place.hole < high]
        for row in rows(shape)
        for low, high in pairwise((0, *sorted(cut), shape.holes + 1))
    ]
    pieces = [piece for piece in pieces if piece]
    spare = draw(st.sampled_from((0, 0, 1)))
    strip: list[Place | None] = []
    for piece in draw(st.permutations(pieces)):
        strip += [*piece[:: draw(st.sampled_from((-1, 1)))], *[None] * spare]
    return shape, strip


@settings(max_examples=40)
@given(strips())
def test_a_strip_cut_anywhere_is_found_or_doubted_into_shape(cut: tuple[Shape, Strip]) -> None:
    """Two pieces that happen to look like one are told apart by tapping a light in each street."""
    shape, strip = cut
    found, _ = tapped(shape, strip)
    if not is_right(shape, strip, found):
        found, _ = tapped(shape, strip, doubted=True)
        lit = survey(shape, len(strip), dict(enumerate(strip)))
        assert is_right(shape, strip, found) or is_right(shape, strip, lit)


def test_tape_with_two_lights_a_hole_is_found() -> None:
    pieces = rows(SMALL)
    strip: list[Place | None] = []
    for at in (2, 0, 3, 1):
        row = pieces[at][::-1] if at == 3 else pieces[at]
        strip += [one for place in row for one in (place, None)][:-1]
    found, _ = tapped(SMALL, strip)
    assert {segment.every for segment in found.segments if segment.length > 1} == {2}
    assert is_right(SMALL, strip, found)


@pytest.mark.parametrize("spare", range(7, 15))
def test_dark_lights_beyond_the_board_end_with_the_strip(spare: int) -> None:
    strip = [*laid(rows(SMALL), range(4), (0, 0, 0, 0)), *[None] * spare]
    assert is_right(SMALL, strip, tapped(SMALL, strip)[0])


def test_two_lights_in_one_hole_are_named() -> None:
    found = survey(SMALL, 14, {0: Place(0, 7), 3: Place(0, 4), 4: Place(0, 7)})
    assert found.clashes == ((0, 4),)


def test_taps_beyond_strip_and_board_are_ignored() -> None:
    taps: Taps = {99: Place(0, 1), 0: Place(7, 1), 1: Place(0, 99), -1: Place(0, 1)}
    assert survey(SMALL, 14, taps).segments == ()


def _answers(lights: int, most: int) -> Iterator[tuple[int, bool]]:
    """The answers of a person who sees a strip of this many lights."""
    said: list[tuple[int, bool]] = []
    while (guess := strip_length(said, most).guess) is not None:
        said.append((guess, guess >= lights))
        yield said[-1]


@given(st.integers(1, 1200), st.integers(1, 1200))
def test_every_length_is_found(lights: int, most: int) -> None:
    lights = min(lights, most)
    said = list(_answers(lights, most))
    assert strip_length(said, most) == (lights, lights, None)
    assert len(said) <= 2 * math.log2(most) + 1


@given(st.lists(st.tuples(st.integers(-5, 1300), st.booleans()), max_size=20))
def test_contradictions_still_ask_for_what_can_be(answers: list[tuple[int, bool]]) -> None:
    found = strip_length(answers, 400)
    assert 1 <= found.least <= found.most <= 400
    assert found.guess is None or found.least <= found.guess <= found.most


def test_a_run_does_not_turn_back() -> None:
    """Lights 0 to 3 go up the row; one two further and two holes lower is in another piece."""
    found = survey(SMALL, 14, {0: Place(0, 4), 2: Place(0, 6), 4: Place(0, 4)})
    assert [segment.length for segment in found.segments] == [3, 1]


def test_a_run_over_two_rows_is_believed_only_when_both_were_asked_for() -> None:
    """The second row may be wired differently, though the ends match."""
    shape = shape_named("classic", Measures(tracks=1, holes=7))
    ends: dict[int, Place | None] = {0: Place(0, 1), 6: Place(0, 7)}
    assert survey(shape, 7, ends).next == 3
    assert survey(shape, 7, {**ends, 3: Place(0, 4)}).next is None
