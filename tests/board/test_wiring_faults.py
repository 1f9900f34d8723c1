"""A wiring that cannot be, with a sentence for every fault."""

from itertools import product
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.board.board import Board, build
from scorekeeper.board.geometry.measures import Measures
from scorekeeper.board.wiring.check import check_wiring
from scorekeeper.board.wiring.segments import wire
from scorekeeper.board.wiring.wiring import (
    BadlyWired,
    Lamp,
    Lamps,
    Place,
    Socket,
    Wiring,
    WiringFault,
)
from scorekeeper.words import Words
from scorekeeper.words.wiring import SENTENCES
from tests.kit.fakes.small_boards import run, said, small

WHOLE = ((0, 1, 2, 3), (4, 5, 6, 7))

WRONG: dict[str, Any] = {
    "a hole without a pixel": (
        Wiring(8, ((0, 1, None, 3), (4, 5, 6, 7))),
        ["Hole 3 of track 1 has no pixel."],
    ),
    "a track without pixels": (
        Wiring(4, ((0, 1, 2, 3),)),
        [f"Hole {hole} of track 2 has no pixel." for hole in (1, 2, 3, 4)],
    ),
    "a track that is too short": (
        Wiring(8, ((0, 1, 2, 3), (4, 5, 6))),
        ["Hole 4 of track 2 has no pixel."],
    ),
    "a hole too many": (
        Wiring(9, ((0, 1, 2, 3, 8), (4, 5, 6, 7))),
        ["Pixel 8 is in hole 5 of track 1, but the board has holes 1–4 on tracks 1–2."],
    ),
    "a track too many": (
        Wiring(9, (*WHOLE, (8,))),
        ["Pixel 8 is in hole 1 of track 3, but the board has holes 1–4 on tracks 1–2."],
    ),
    "a pixel in two holes": (
        Wiring(8, ((0, 1, 2, 3), (4, 5, 6, 0))),
        ["Pixel 0 is used twice: in hole 1 of track 1 and in hole 4 of track 2."],
    ),
    "a pixel in three holes": (
        Wiring(8, ((0, 0, 2, 3), (4, 5, 6, 0))),
        [
            "Pixel 0 is used twice: in hole 1 of track 1 and in hole 2 of track 1.",
            "Pixel 0 is used twice: in hole 1 of track 1 and in hole 4 of track 2.",
        ],
    ),
    "a pixel beyond the strip": (
        Wiring(7, WHOLE),
        ["Pixel 7, in hole 4 of track 2, is beyond the strip, which has 7: 0–6."],
    ),
    "a lamp beyond the strip": (
        Wiring(8, WHOLE, Lamps(count=(8,))),
        ["Pixel 8, for lamps.count 1, is beyond the strip, which has 8: 0–7."],
    ),
    "a strip that is too long": (
        Wiring(1201, WHOLE),
        ["The strip would have 1201 lights, and 1200 are the most."],
    ),
    "a lamp in a hole": (
        Wiring(9, WHOLE, Lamps(dealer=(8, 5))),
        ["Pixel 5 is used twice: in hole 2 of track 2 and for lamps.dealer 2."],
    ),
    "the first pixel for a lamp": (
        Wiring(8, WHOLE, Lamps(link=0)),
        ["Pixel 0 is used twice: in hole 1 of track 1 and for lamps.link."],
    ),
    "lamps in conflict": (
        Wiring(10, WHOLE, Lamps(games=((8,), (9, 8)), link=9)),
        [
            "Pixel 8 is used twice: for lamps.games 1.1 and for lamps.games 2.2.",
            "Pixel 9 is used twice: for lamps.games 2.1 and for lamps.link.",
        ],
    ),
    "all at once": (
        Wiring(7, ((0, None, 2, 3), (4, 4, 6, 7)), Lamps(turn=(2,))),
        [
            "Hole 2 of track 1 has no pixel.",
            "Pixel 7, in hole 4 of track 2, is beyond the strip, which has 7: 0–6.",
            "Pixel 4 is used twice: in hole 1 of track 2 and in hole 2 of track 2.",
            "Pixel 2 is used twice: in hole 3 of track 1 and for lamps.turn 1.",
        ],
    ),
    "a hole in two segments": (
        wire(small("straight"), [run(0, 4), run(4, 4, 1), run(8, 1, hole=2)]),
        ["Hole 2 of track 1 has two pixels, 1 and 8."],
    ),
    "a gap elsewhere": (
        wire(small("straight"), [run(0, 4, gaps=(4,)), run(4, 4, 1)]),
        ["Pixel 4 cannot be a gap of the segment of pixels 0–3."],
    ),
    "no segments": (
        wire(small("straight", 1), []),
        [f"Hole {hole} of track 1 has no pixel." for hole in (1, 2, 3, 4)],
        {"tracks": 1},
    ),
    "a shared game hole with two pixels": (
        Wiring(8, WHOLE),
        ["Hole 4 of track 1 has two pixels, 3 and 7."],
        {"game_holes": "one"},
    ),
}


def test_every_kind_of_fault_has_a_sentence() -> None:
    """One for a hole and one for a lamp, wherever the fault may be about either."""
    wanted: set[tuple[type, ...]] = set()
    for kind in get_args(WiringFault):
        hints = get_type_hints(kind).values()
        sockets = [get_args(hint) or (hint,) for hint in hints if hint in (Place, Socket)]
        wanted |= {(kind, *sorted(some, key=lambda one: one is Lamp)) for some in product(*sockets)}
    assert SENTENCES.keys() == wanted


@pytest.mark.parametrize("name", WRONG)
def test_every_fault_is_named(name: str) -> None:
    """Not only the first; holes and tracks as a builder counts them, pixels as the strip does."""
    wiring, wanted, *measures = WRONG[name]
    with pytest.raises(BadlyWired) as told:
        Board(small("straight", **(measures or [{}])[0]), wiring)
    assert said(told.value) == wanted
    assert len(set(said(told.value, "fr"))) == len(wanted)


def test_many_faults_are_named_by_the_first() -> None:
    """In one sentence for the page and the log, and where to see the others."""
    words, many = Words.of("en"), WRONG["all at once"][0]
    with pytest.raises(BadlyWired) as told:
        Board(small("straight"), many)
    assert words.fault(told.value) == (
        "Hole 2 of track 1 has no pixel. That is one of 4 faults in the wiring: cribble "
        "board check, with the same --config, names them all."
    )
    one = BadlyWired(told.value.faults[:1])
    assert words.fault(one) == "Hole 2 of track 1 has no pixel."


@given(st.data())
def test_check_finds_any_changed_pixel(data: st.DataObject) -> None:
    """A board stays one only where another light is free and on the strip."""
    board = build("classic", Measures(tracks=2, holes=7))
    track, hole = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 6))
    pixel = data.draw(st.none() | st.integers(0, 20))
    tracks = [list(lights) for lights in board.lights]
    before, tracks[track][hole] = tracks[track][hole], pixel  # type: ignore[call-overload]
    found = check_wiring(board.shape, Wiring(16, tuple(map(tuple, tracks))))
    free = pixel is not None and (pixel == before or 14 <= pixel < 16)
    assert (found == ()) is free
