"""The board described by a config: shape, colours and wiring."""

import pytest

from cribble.boards import board_as_if_wired, board_of
from cribble.config.file import parse_config
from cribble.config.schema import BoardConfig, Config, StripConfig, WiringConfig
from cribble.devices import STRIPS
from scorekeeper.board.light import Look
from scorekeeper.board.shape import Measures
from scorekeeper.board.shapes import shape_named
from scorekeeper.board.wiring import BadlyWired


def test_board_has_all_that_the_config_describes() -> None:
    colours = ("#010203", "#0a0b0c", "#ffffff")
    wood = BoardConfig(
        shape="straight",
        tracks=2,
        holes=61,
        pitch=10.0,
        lane=20.0,
        street_gap=3.0,
        game_holes="one",
        colours=colours,
        breaths=0,
        streets=True,
        skunk=False,
        low_vision=True,
    )
    board = board_of(Config(board=wood))
    assert (board.tracks, board.holes, board.pixels) == (2, 61, 121)
    assert board.shape == shape_named(
        "straight",
        Measures(tracks=2, holes=61, pitch=10.0, lane=20.0, street_gap=3.0, game_holes="one"),
    )
    assert [tuple(colour) for colour in board.look.colours[:3]] == [
        (1, 2, 3),
        (10, 11, 12),
        (255, 255, 255),
    ]
    assert board.look == Look(
        colours=board.look.colours, breaths=0, streets=True, skunk=False, low_vision=True
    )


def test_default_shape_depends_on_the_strip() -> None:
    """Straight rows on a screen; classic for a strip of lights."""
    for name in STRIPS:
        board = board_of(Config(strip=StripConfig(name=name)))
        screen = name in ("terminal", "browser", "capture", "null", "simulated")
        assert (board.shape.name, board.tracks) == ("straight" if screen else "classic", 3)


SEGMENTS_FILE = """
[board]
shape = "straight"
tracks = 2
holes = 5
[wiring]
laid = "segments"
[[wiring.segments]]
start = 1
length = 5
track = 2
[[wiring.segments]]
start = 6
length = 10
track = 1
gaps = [7]
hole = 1
reverse = true
every = 2
[lamps]
link = 0
"""


def test_segments_count_tracks_from_one() -> None:
    board = board_of(parse_config(SEGMENTS_FILE.encode(), "it"))
    assert board.wiring.tracks == ((15, 13, 11, 9, 6), (1, 2, 3, 4, 5))
    assert (board.pixels, board.wiring.lamps.link) == (16, 0)


def test_a_board_that_is_badly_wired_is_still_a_board() -> None:
    config = Config(board=BoardConfig(shape="classic"), wiring=WiringConfig(laid="segments"))
    with pytest.raises(BadlyWired) as told:
        board_of(config)
    assert len(told.value.faults) == 3 * 61
    dark = board_as_if_wired(config)
    assert (dark.shape.name, dark.pixels) == ("classic", 183)
    tape = Config(board=BoardConfig(shape="classic"), wiring=WiringConfig(leds_per_m=60))
    assert board_as_if_wired(tape) == dark
