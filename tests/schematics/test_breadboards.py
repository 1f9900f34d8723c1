"""Breadboards join what their schematics join, and no hole takes two legs."""

from math import dist

import pytest

from cribble.schematics import BREADBOARDS, SCHEMATICS
from cribble.schematics.breadboard import Jumper, Layout, Lead, node
from cribble.schematics.breadboard_view import PITCH, place
from cribble.schematics.breadboards import BUTTONS, CHIP_AT, LAYOUTS
from scorekeeper.words import Words

CHIPS = [name for name in LAYOUTS if name != "pi-buttons"]


def schematic_nets(name: str) -> set[frozenset[str]]:
    """Return the pins that the wires of a schematic join; ground is the supply's minus."""
    nets: list[set[str]] = []
    for start, end in SCHEMATICS[name](Words.of("en")).wires:
        pair = {start, "supply-minus" if end == "ground" else end}
        joined = [net for net in nets if net & pair]
        nets = [net for net in nets if not net & pair] + [pair.union(*joined)]
    return {frozenset(net) for net in nets}


def named(net: frozenset[str], pins: set[str]) -> frozenset[str]:
    """Return the pins of *net* that are among *pins*."""
    return frozenset(net & pins)


@pytest.mark.parametrize("name", CHIPS)
def test_a_breadboard_joins_what_its_schematic_joins(name: str) -> None:
    drawn = {net for net in LAYOUTS[name].nets() if len(net) > 1}
    pins = {pin for net in drawn for pin in net}
    wired = {named(net, pins) for net in schematic_nets(name)}
    assert drawn == {net for net in wired if len(net) > 1}
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


@pytest.mark.parametrize("name", CHIPS)
def test_a_large_capacitor_stands_on_legs_five_millimetres_apart_with_its_poles_marked(
    name: str,
) -> None:
    """Holes are 2.54 mm apart; legs may be bent by a millimetre."""
    (bulk,) = (part for part in LAYOUTS[name].parts if part.kind == "electrolytic")
    start, end = (place(leg.hole) for leg in bulk.legs)
    assert dist(start, end) / PITCH * 2.54 == pytest.approx(5, abs=1)
    drawn = BREADBOARDS[name](Words.of("en"))
    poles = {room.words: room for room in drawn.rooms if room.words in "+−"}
    for sign, leg in zip("+−", (start, end), strict=True):
        middle = (poles[sign].left + poles[sign].right) / 2
        assert abs(middle - leg.x) < PITCH > abs(poles[sign].bottom - leg.y)


def probed(layout: Layout, hole: str) -> Layout:
    """Return *layout* with a wire called probe in the same strip of metal as *hole*."""
    return layout._replace(leads=(*layout.leads, Lead("data", "probe", hole)))


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
    assert all(node(hole) for hole in holes)


@pytest.mark.parametrize("hole", ["a0", "a31", "k3", "T+6", "T+0", "C+3"])
def test_a_hole_that_no_breadboard_has_is_refused(hole: str) -> None:
    with pytest.raises(ValueError, match="there is no hole"):
        node(hole)


@pytest.mark.parametrize(
    ("hole", "strip"),
    [("a7", "low 7"), ("e7", "low 7"), ("f7", "top 7"), ("j7", "top 7"), ("B-29", "B-")],
)
def test_five_holes_are_one_strip_of_metal(hole: str, strip: str) -> None:
    assert node(hole) == strip


def test_a_jumper_joins_two_columns() -> None:
    apart = Layout((), (), (Lead("data", "x", "a1"), Lead("data", "y", "a9")))
    assert apart.nets() == {frozenset("x"), frozenset("y")}
    joined = apart._replace(jumpers=(Jumper("data", "b1", "T+3"), Jumper("data", "T+9", "c9")))
    assert joined.nets() == {frozenset("xy")}
