"""Wiring drawings: legible, alike in both languages, and the ones that the docs show."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

from cribble.schematics import BREADBOARDS, SCHEMATICS
from cribble.schematics.canvas import Canvas, PinPlace, Room
from cribble.schematics.one_plug import PI, SOCKET, STRIP, SUPPLY_A
from scorekeeper.words import LANGUAGES, Words
from tests.pictures.wiring import DOCS, FOLDERS, drawings

ALL: Final = {**SCHEMATICS, **{f"breadboard {name}": it for name, it in BREADBOARDS.items()}}
COPPER: Final = 0.0175
"""Ohms of a wire of 1 mm² and a metre."""
BEARS: Final = {0.5: 3.0, 0.75: 6.0}
"""Amperes that a wire of so many mm² bears in a closed box (VDE 0298, group 1, halved)."""


@cache
def drawn(name: str, lang: str) -> Canvas:
    """Return a drawing, made once."""
    return ALL[name](Words.of(lang))


def crosses(room: Room, start: PinPlace, end: PinPlace) -> bool:
    """True if a straight wire runs through a label."""
    return (
        min(start.x, end.x) < room.right
        and max(start.x, end.x) > room.left
        and min(start.y, end.y) - 1.5 < room.bottom
        and max(start.y, end.y) + 1.5 > room.top
        and (start.x == end.x or start.y == end.y)
    )


def overlap(one: Room, other: Room) -> bool:
    """True if both share more than an edge."""
    beside = one.right <= other.left or other.right <= one.left
    return not beside and one.top < other.bottom and other.top < one.bottom


def faults(draw: Canvas) -> list[str]:
    """Return the labels that cannot be read: on one another, on a wire or a pin, off the page."""
    found = [
        f"{one.words} | {other.words}"
        for one, other in combinations(draw.rooms, 2)
        if overlap(one, other)
    ]
    for room in draw.rooms:
        if room.left < 0 or room.right > draw.wide or room.top < 0 or room.bottom > draw.high:
            found.append(f"{room.words} | edge")
        found += [f"{room.words} | wire" for wire in draw.segments() if crosses(room, *wire)]
        found += [
            f"{room.words} | {name}"
            for name, pin in draw.pins.items()
            if room.left - 6 < pin.x < room.right + 6 and room.top - 6 < pin.y < room.bottom + 6
        ]
    return found


SIGN: Final = 20.0
"""The widest bar of the sign for ground, which meets its wire without a dot."""


def meetings(draw: Canvas) -> list[PinPlace]:
    """Return where wires cross without an arc, or meet, though no dot joins them there."""
    pieces = [*draw.segments()]
    across = [(*sorted((a.x, b.x)), a.y) for a, b in pieces if a.y == b.y]
    down = [(*sorted((a.y, b.y)), a.x) for a, b in pieces if a.x == b.x]
    found = {
        PinPlace(x, y)
        for left, right, y in across
        for top, low, x in down
        if right - left > SIGN
        and left <= x <= right
        and top <= y <= low
        and (left < x < right or top < y < low)
    }
    return sorted(found - draw.joins - {*draw.pins.values()})


@pytest.mark.parametrize("name", SCHEMATICS)
def test_wires_that_meet_are_joined_by_a_dot_and_others_pass_in_an_arc(name: str) -> None:
    assert meetings(drawn(name, "en")) == []


@pytest.mark.parametrize("name", ALL)
def test_every_label_of_a_drawing_can_be_read(name: str) -> None:
    for lang in LANGUAGES:
        assert faults(drawn(name, lang)) == []


def test_a_label_on_a_wire_is_noticed() -> None:
    draw = SCHEMATICS["pi-spi"](Words.of("en"))
    wire, _ = next(draw.segments())
    draw.write(wire.x - 5, wire.y + 5, "here")
    assert "here | wire" in faults(draw)


def shapes(svg: str) -> str:
    """Return a drawing without its lettering."""
    bare = re.sub(r"<!--.*?-->|<text.*?</text>|<title>.*?</title>|aria-label=\"[^\"]*\"", "", svg)
    return re.sub(r"\s+", " ", bare)


@pytest.mark.parametrize("name", ALL)
def test_both_languages_have_the_same_shapes(name: str) -> None:
    english, french = (drawn(name, lang).svg() for lang in ("en", "fr"))
    assert shapes(english) == shapes(french)
    assert english != french


@pytest.mark.parametrize("lang", FOLDERS)
def test_every_drawing_of_the_docs_is_the_one_that_is_drawn(lang: str) -> None:
    made = dict(drawings(lang))
    changed = [path for path, data in made.items() if path.read_bytes() != data]
    assert changed == [], "run python -m tests.pictures.wiring"
    for folder in ("wiring", "breadboards"):
        there = {*(FOLDERS[lang] / folder).glob("*.svg")}
        assert there == {path for path in made if path.parent.name == folder}


@pytest.mark.parametrize("page", ["making.md", "fr/making.md"])
def test_the_makers_page_shows_every_breadboard(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert [name for name in BREADBOARDS if f"(breadboards/{name}.svg)" not in text] == []
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert ((DOCS / page).parent / Path(link)).exists(), link


def test_one_plug_gives_both_enough_and_each_fuse_goes_first() -> None:
    """The Pi keeps 4.75 V of 5; a fuse bears its load and is weaker than supply and wire."""
    assert PI.amps + STRIP.amps <= SOCKET.amps < SUPPLY_A
    drops = [2 * feed.metres * COPPER / feed.section * feed.amps for feed in (SOCKET, PI)]
    assert 5.0 - sum(drops) >= 4.75
    for feed in (PI, STRIP):
        assert feed.fuse_a is not None
        assert feed.amps < feed.fuse_a < min(SUPPLY_A, BEARS[feed.section])
    assert BEARS[SOCKET.section] > SUPPLY_A


def test_one_plug_is_told_with_the_figures_of_its_drawing() -> None:
    for page in ("making.md", "fr/making.md"):
        text = (DOCS / page).read_text(encoding="utf-8")
        assert f"5 V, {SUPPLY_A:g} A" in text
        assert f"{PI.fuse_a:g} A" in text
        assert f"{STRIP.fuse_a:g} A" in text
        assert f"AWG {PI.gauge}" in text
