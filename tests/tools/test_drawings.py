"""Wiring drawings: shipped as drawn, legible, breadboards joined as their schematics are."""

import re
from functools import cache
from itertools import combinations
from math import dist
from typing import Final

import pytest

from scorekeeper.words import LANGUAGES
from tools.drawing import BREADBOARDS, SCHEMATICS
from tools.drawing.__main__ import DOCS, DRAWINGS, drawings
from tools.drawing.breadboard import Jumper, Layout, Lead, node
from tools.drawing.breadboard_view import PITCH, place
from tools.drawing.breadboards import BUTTONS, CHIP_AT, LAYOUTS
from tools.drawing.canvas import Canvas, PinPlace, Room
from tools.drawing.one_plug import PI, SOCKET, STRIP, SUPPLY_A
from tools.drawing.words import drawing_words

ALL: Final = {**SCHEMATICS, **{f"breadboard {name}": it for name, it in BREADBOARDS.items()}}
CHIPS: Final = [name for name in LAYOUTS if name != "pi-buttons"]
COPPER: Final = 0.0175
"""Ohms of a wire of 1 mm² and a metre."""
BEARS: Final = {0.5: 3.0, 0.75: 6.0}
"""Amperes that a wire of so many mm² bears in a closed box (VDE 0298, group 1, halved)."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_drawing_that_is_shipped_is_the_one_that_is_drawn(lang: str) -> None:
    made = dict(drawings(lang))
    changed = [path for path, data in made.items() if path.read_bytes() != data]
    assert changed == [], "run python -m tools.drawing"
    assert {*(DRAWINGS / lang).rglob("*.svg")} <= {*made}


@pytest.mark.parametrize("page", ["making.md", "fr/making.md"])
def test_the_makers_page_shows_every_breadboard(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert [name for name in BREADBOARDS if f"breadboards/{name}.svg)" not in text] == []


def schematic_nets(name: str) -> set[frozenset[str]]:
    """Return the pins that the wires of a schematic join; ground is the supply's minus."""
    nets: list[set[str]] = []
    for start, end in drawn(name, "en").wires:
        pair = {start, "supply-minus" if end == "ground" else end}
        joined = [net for net in nets if net & pair]
        nets = [net for net in nets if not net & pair] + [pair.union(*joined)]
    return {frozenset(net) for net in nets}


@pytest.mark.parametrize("name", CHIPS)
def test_a_breadboard_joins_what_its_schematic_joins(name: str) -> None:
    joined = {net for net in LAYOUTS[name].nets() if len(net) > 1}
    pins = {pin for net in joined for pin in net}
    wired = {frozenset(net & pins) for net in schematic_nets(name)}
    assert joined == {net for net in wired if len(net) > 1}
    assert {"strip-5v", "strip-gnd", "strip-din"} <= pins


@pytest.mark.parametrize("name", CHIPS)
def test_each_capacitor_lies_between_plus_and_minus(name: str) -> None:
    """The small one beside pin 14 of the chip, the large one with its + at plus."""
    layout = LAYOUTS[name]
    for part in layout.parts:
        if "µF" in part.name:
            plus, minus = (
                next(net for net in probed(layout, leg.hole).nets() if "probe" in net)
                for leg in part.legs
            )
            assert "supply-plus" in plus
            assert "supply-minus" in minus
            assert part.kind != "ceramic" or part.legs[0].hole[1:] == str(CHIP_AT)


def probed(layout: Layout, hole: str) -> Layout:
    """Return *layout* with a wire called probe in the same strip of metal as *hole*."""
    return layout._replace(leads=(*layout.leads, Lead("data", "probe", hole)))


@pytest.mark.parametrize("name", CHIPS)
def test_a_large_capacitor_stands_on_legs_five_millimetres_apart_with_its_poles_marked(
    name: str,
) -> None:
    """Holes are 2.54 mm apart; legs may be bent by a millimetre."""
    (bulk,) = (part for part in LAYOUTS[name].parts if part.kind == "electrolytic")
    start, end = (place(leg.hole) for leg in bulk.legs)
    assert dist(start, end) / PITCH * 2.54 == pytest.approx(5, abs=1)
    poles = {room.words: room for room in drawn(f"breadboard {name}", "en").rooms}
    for sign, leg in zip("+−", (start, end), strict=True):
        middle = (poles[sign].left + poles[sign].right) / 2
        assert abs(middle - leg.x) < PITCH > abs(poles[sign].bottom - leg.y)


def test_each_button_joins_its_pin_to_ground() -> None:
    assert {net for net in BUTTONS.nets() if len(net) > 1} == {
        frozenset({"pi-7", "undo-a"}),
        frozenset({"pi-11", "next-a"}),
        frozenset({"pi-13", "ok-a"}),
        frozenset({"pi-38", "buzzer-plus"}),
        frozenset({"pi-39", "undo-b", "next-b", "ok-b", "buzzer-minus"}),
    }


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_hole_takes_two_legs(name: str) -> None:
    holes = [*LAYOUTS[name].holes()]
    assert len(holes) == len({*holes})


@pytest.mark.parametrize("hole", ["a0", "a31", "k3", "T+6", "T+0", "C+3"])
def test_a_hole_that_no_breadboard_has_is_refused(hole: str) -> None:
    with pytest.raises(ValueError, match="there is no hole"):
        node(hole)


def test_a_jumper_joins_two_columns() -> None:
    apart = Layout((), (), (Lead("data", "x", "a1"), Lead("data", "y", "a9")))
    assert apart.nets() == {frozenset("x"), frozenset("y")}
    joined = apart._replace(jumpers=(Jumper("data", "b1", "T+3"), Jumper("data", "T+9", "c9")))
    assert joined.nets() == {frozenset("xy")}


@cache
def drawn(name: str, lang: str) -> Canvas:
    """Return a drawing, made once."""
    return ALL[name](drawing_words(lang))


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


@pytest.mark.parametrize("name", ALL)
def test_every_label_of_a_drawing_can_be_read(name: str) -> None:
    for lang in LANGUAGES:
        assert faults(drawn(name, lang)) == []


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
def test_both_languages_have_the_same_shapes(name: str) -> None:
    lettering = r"<!--.*?-->|<text.*?</text>|<title>.*?</title>|aria-label=\"[^\"]*\"|\s+"
    english, french = (drawn(name, lang).svg() for lang in LANGUAGES)
    assert re.sub(lettering, "", english) == re.sub(lettering, "", french)
    assert english != french


def test_one_plug_gives_both_enough_and_each_fuse_goes_first() -> None:
    """The Pi keeps 4.75 V of 5; a fuse bears its load and is weaker than supply and wire."""
    assert PI.amps + STRIP.amps <= SOCKET.amps < SUPPLY_A
    drops = [2 * feed.metres * COPPER / feed.section * feed.amps for feed in (SOCKET, PI)]
    assert 5.0 - sum(drops) >= 4.75
    for feed in (PI, STRIP):
        assert feed.fuse_a is not None
        assert feed.amps < feed.fuse_a < min(SUPPLY_A, BEARS[feed.section])
    assert BEARS[SOCKET.section] > SUPPLY_A
