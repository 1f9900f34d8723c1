"""The light of each hole by segments: runs of pixels in runs of holes."""

import pytest

from scorekeeper.board.geometry.shapes import SHAPES
from scorekeeper.board.wiring.check import check_wiring
from scorekeeper.board.wiring.layouts import ORDERS, wire_in_order
from scorekeeper.board.wiring.segments import wire
from scorekeeper.board.wiring.wiring import Lamps
from tests.kit.fakes.small_boards import run, small

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


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("name", SHAPES)
def test_segments_can_describe_every_layout(name: str, order: str) -> None:
    shape = small(name, 3)
    wiring = wire_in_order(shape, order, spare=1)
    segments = [
        run(light, 1, track, hole=hole)
        for track, lights in enumerate(wiring.tracks)
        for hole, light in enumerate(lights, 1)
        if light is not None
    ]
    assert wire(shape, segments) == wiring


def test_shared_game_hole_is_wired_once() -> None:
    shape = small("straight", 2, game_holes="one")
    wiring = wire(shape, [run(0, 3), run(3, 4, 1)])
    assert wiring.tracks == ((0, 1, 2, 6), (3, 4, 5, 6))
    assert check_wiring(shape, wiring) == ()


def test_strip_is_as_long_as_holes_and_lamps_need() -> None:
    shape, lamps = small("straight"), Lamps(link=11)
    assert wire_in_order(shape, "pegged").pixels == 8
    assert wire_in_order(shape, "pegged", lamps=lamps).pixels == 12
    assert wire_in_order(shape, "pegged", lamps=lamps, pixels=20).pixels == 20
    assert wire(shape, [run(3, 4)], lamps=lamps).pixels == 12
