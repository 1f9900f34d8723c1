"""The shapes of boards: where the holes are, what is written beside them, what can be built."""

from itertools import pairwise
from math import dist
from typing import Any

import pytest

from scorekeeper.board.shape import (
    CannotBeBuilt,
    Measures,
    Point,
)
from scorekeeper.board.shapes import UnknownShape, shape_named
from tests.board.test_shape import all_holes, nearest
from tests.kit.oracles.board_text import drawn

CLASSIC = """
      12  13      13  12
      11  14      14  11
 '10  10  15      15  10 '10
       9  16      16   9
       8  17      17   8
       7  18      18   7
       6  19      19   6
       5  20 '20  20   5
       4  21      21   4
       3  22      22   3
       2  23      23   2
       1  24      24   1
          25      25
       o               o
       o               o
"""

SIX_ROWS = """
   6   7           6   7           6   7
   5   8           5   8           5   8
   4   9           4   9           4   9
   3  10 '10       3  10           3  10 '10
   2  11           2  11           2  11
   1  12           1  12           1  12
      13              13              13
   o               o               o
   o               o               o
"""

OPPOSITE = """
                           o
                           o
                      25
      12  13          24   1
      11  14          23   2
 '10  10  15          22   3
       9  16          21   4
       8  17     '20  20   5
       7  18          19   6
       6  19          18   7
       5  20 '20      17   8
       4  21          16   9
       3  22          15  10 '10
       2  23          14  11
       1  24          13  12
          25
       o
       o
"""

STRAIGHT_ONE = """
                                                 '10
   o   o       1   2   3   4   5   6   7   8   9  10  11
   o   o       1   2   3   4   5   6   7   8   9  10  11      12
   o   o       1   2   3   4   5   6   7   8   9  10  11
"""

PAPERCLIP = """
                                                 '20
              11  12  13  14  15  16  17  18  19  20  21  22  23  24  25
              11  12  13  14  15  16  17  18  19  20  21  22  23  24  25
              11  12  13  14  15  16  17  18  19  20  21  22  23  24  25
 '10  10  10  10                                                      26  26  26
       9   9   9                                                      27  27  27
       8   8   8                                                      28  28  28
       7   7   7                          46                          29  29  29
       6   6   6                                                      30  30  30 '30
       5   5   5                      45  45  45                      31  31  31
       4   4   4                      44  44  44                      32  32  32
       3   3   3                      43  43  43                      33  33  33
       2   2   2                      42  42  42                      34  34  34
       1   1   1                      41  41  41                      35  35  35
                                                  40  39  38  37  36
       o   o   o                                  40  39  38  37  36
       o   o   o                                  40  39  38  37  36
                                                 '40
"""

DRAWINGS = [
    ("classic", {"holes": 25}, CLASSIC),
    ("classic", {"tracks": 3, "holes": 13}, SIX_ROWS),
    ("sixty-one", {"holes": 25, "ends": "opposite"}, OPPOSITE),
    ("straight", {"tracks": 3, "holes": 12, "game_holes": "one"}, STRAIGHT_ONE),
    ("paperclip", {"tracks": 3, "holes": 46, "game_holes": "one"}, PAPERCLIP),
]


@pytest.mark.parametrize(("name", "measures", "drawing"), DRAWINGS)
def test_small_board_has_its_holes_as_in_the_drawing(
    name: str, measures: dict[str, Any], drawing: str
) -> None:
    shape = shape_named(name, Measures(pitch=10.0, lane=10.0, **measures))
    assert drawn(shape) == drawing.strip("\n").split("\n")


def test_round_bend_is_half_a_circle() -> None:
    """Ten holes of a track are all as far from its middle, with the same angle between them."""
    shape = shape_named("paperclip", Measures(tracks=2, bends="round"))
    left, big, right, small, middle = shape.tracks[1].rows
    assert [len(row) for row in (left, big, right, small, middle)] == [35, 10, 35, 5, 36]
    bend = [shape.tracks[1].holes[hole - 1] for hole in big]
    start, end = shape.tracks[1].inlay[1:3]
    centre = Point((start.at.x + end.at.x) / 2, start.at.y)
    assert {round(dist(hole, centre), 6) for hole in bend} == {round(end.radius, 6)}
    steps = {round(dist(one, other), 6) for one, other in pairwise(bend)}
    assert len(steps) == 1
    assert min(steps) >= shape.pitch


@pytest.mark.parametrize("bends", ["square", "round"])
@pytest.mark.parametrize("holes", range(46, 122, 5))
def test_paperclip_of_any_length_has_whole_streets(holes: int, bends: Any) -> None:
    """No leg is shorter than the next one; square bends leave room for the game hole."""
    shape = shape_named("paperclip", Measures(holes=holes, bends=bends, game_holes="one"))
    left, big, right, small, middle, game = shape.tracks[0].pieces
    assert (small, game) == (5, 1)
    assert all(size % 5 == 0 for size in (left, big, right, middle))
    assert left - 5 <= right <= left
    assert middle <= right - (5 if bends == "square" else 0)
    assert nearest(all_holes(shape)) >= shape.pitch - 1e-6


def test_unknown_shape_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownShape, match=r"called 'staight'; there are .*straight"):
        shape_named("staight", Measures())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tracks", 0),
        ("holes", -1),
        ("pitch", float("nan")),
        ("lane", -1.0),
        ("street_gap", -0.5),
    ],
)
def test_measures_that_no_board_has_are_refused(name: str, value: Any) -> None:
    with pytest.raises(CannotBeBuilt, match=f"{name} cannot be {value}"):
        Measures(**{name: value})


@pytest.mark.parametrize(
    ("name", "measures", "sentence"),
    [
        ("classic", Measures(holes=3), "a board's holes cannot be 3; it is 5, 7, 9 …"),
        ("sixty-one", Measures(holes=62), "a board's holes cannot be 62; it is 5, 7, 9 …"),
        (
            "sixty-one",
            Measures(tracks=3, ends="opposite"),
            'a board\'s tracks cannot be 3; it is ≤ 2 (ends = "opposite")',
        ),
        (
            "sixty-one",
            Measures(game_holes="one", ends="opposite"),
            'a board\'s game_holes cannot be \'one\'; it is "each" (ends = "opposite")',
        ),
        ("straight", Measures(holes=1), "a board's holes cannot be 1; it is ≥ 2"),
        ("paperclip", Measures(holes=120), "a board's holes cannot be 120; it is 46, 51, 56 …"),
    ],
)
def test_measures_that_a_shape_cannot_have_are_refused(
    name: str, measures: Measures, sentence: str
) -> None:
    with pytest.raises(CannotBeBuilt) as refusal:
        shape_named(name, measures)
    assert str(refusal.value) == sentence
