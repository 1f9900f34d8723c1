"""From one picture to another: the fewest bytes, and never more than the board takes at once."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.protocol.framing import LONGEST_PAYLOAD
from firmware_bridge.protocol.messages import BYTES, LONGEST_RUN, SHOW, Run, unpacked_runs
from firmware_bridge.protocol.pixels import LEAST_PAYLOAD, Pixels, Tape, paints

LETTERS = {".": b"\0\0\0", "r": b"\xff\0\0", "g": b"\0\xff\0", "b": b"\0\0\xff", "w": b"\xff" * 3}


def picture(letters: str) -> bytes:
    return b"".join(LETTERS[letter] for letter in letters)


def written(page: bytes) -> str:
    """The runs of a page: ``4:r``, with all colours of a run, and ``x5`` behind five alike."""
    runs = unpacked_runs(page[1:])
    assert runs is not None
    return " ".join(map(_run, runs))


def _run(run: Run) -> str:
    colours = {colour: letter for letter, colour in LETTERS.items()}
    each = [run.colours[at : at + BYTES] for at in range(0, len(run.colours), BYTES)]
    return f"{run.first}:{''.join(map(colours.get, each))}" + (f"x{run.length}" if run.same else "")


CASES = {
    "a peg walks on": ("....r...", "......r.", "4:. 6:r"),
    "a peg steps on": ("....r...", ".....r..", "4:.r"),
    "three that lie side by side": ("........", "..rgb...", "2:rgb"),
    "two alike beside another": ("........", "..rrg...", "2:rx2 4:g"),
    "two alike behind another": ("........", "..grr...", "2:grr"),
    "two alike alone": ("........", "..rr....", "2:rx2"),
    "three alike are a run of their own": ("........", "..rrrg..", "2:rx3 5:g"),
    "alike, though those between have it already": ("r.....r.", "........", "0:.x7"),
    "all": ("........", "rrrrrrrr", "0:rx8"),
    "what nobody knows is painted whole": (None, "..r.....", "0:.x2 2:r 3:.x5"),
    "nothing": ("..r.....", "..r.....", ""),
}


@pytest.mark.parametrize(("has", "wanted", "runs"), CASES.values(), ids=CASES)
def test_changes_are_encoded_as_runs(has: str | None, wanted: str, runs: str) -> None:
    (page,) = paints(None if has is None else picture(has), picture(wanted))
    assert page[0] == SHOW
    assert written(page) == runs


def painted(has: bytes, pages: tuple[bytes, ...], room: int = 400) -> bytes:
    pixels, tape = Pixels(room), Tape(len(has) // BYTES, 65535, 60, 0xFFFF)
    pixels.paint(Run(at, 1, has[BYTES * at : BYTES * (at + 1)]) for at in range(tape.pixels))
    for page in pages:
        runs = unpacked_runs(page[1:])
        assert runs is not None
        assert all(map(tape.holds, runs))
        pixels.paint(runs)
    return pixels.of(tape)


pictures = st.integers(1, 60).flatmap(
    lambda length: st.tuples(
        *2 * (st.text("..rgb", min_size=length, max_size=length).map(picture),)
    )
)


@given(pictures, st.integers(LEAST_PAYLOAD, 40))
def test_the_pages_make_the_picture(two: tuple[bytes, bytes], longest: int) -> None:
    has, wanted = two
    for known in (has, None):
        pages = paints(known, wanted, longest)
        assert painted(has, pages) == wanted
        assert [page[0] for page in pages] == [0] * (len(pages) - 1) + [SHOW]
        assert max(map(len, pages)) <= longest


@pytest.mark.parametrize("pixels", [1, 81, 82, 163, 255, 256, 363, 400, 1200])
def test_long_pictures_take_as_many_pages_as_their_bytes(pixels: int) -> None:
    chance = random.Random(pixels)
    black, noise = bytes(BYTES * pixels), chance.randbytes(BYTES * pixels)
    (alike,) = paints(None, black)
    assert len(alike) == 1 + 6 * -(-pixels // LONGEST_RUN)
    pages = paints(black, noise)
    assert painted(black, pages, room=1200) == noise
    assert len(pages) == -(-pixels // ((LONGEST_PAYLOAD - 4) // BYTES))


def test_no_encoding_is_shorter() -> None:
    """All pictures of six pixels in three colours are as short as the shortest of all cuts."""
    dark = picture("......")
    for letters in map("".join, product(".rg", repeat=6)):
        (page,) = paints(dark, picture(letters))
        assert len(page) == 1 + fewest("......", letters), letters


def fewest(has: str, wanted: str) -> int:
    """The bytes of the shortest runs that paint *wanted*, found by trying all at each pixel."""
    best = [0] * (len(wanted) + 1)
    for at in reversed(range(len(wanted))):
        ways = [best[at + 1]] if has[at] == wanted[at] else []
        for end in range(at + 1, len(wanted) + 1):
            alike = len({*wanted[at:end]}) == 1
            ways.append(best[end] + 3 + 3 * (1 if alike else end - at))
        best[at] = min(ways)
    return best[0]
