"""Wiring drawings: up to date, and breadboards connected as in their schematics."""

from functools import cache
from math import dist
from typing import Final

import pytest

from scorekeeper.words import LANGUAGES
from tools.drawing import BREADBOARDS, SCHEMATICS
from tools.drawing.__main__ import DRAWINGS, drawings
from tools.drawing.breadboard import Layout, Lead
from tools.drawing.breadboard_view import PITCH, place
from tools.drawing.breadboards import CHIP_AT, LAYOUTS
from tools.drawing.canvas import Canvas
from tools.drawing.one_plug import PI, SOCKET, STRIP, SUPPLY_A
from tools.drawing.words import drawing_words

ALL: Final = {**SCHEMATICS, **{f"breadboard {name}": it for name, it in BREADBOARDS.items()}}
CHIPS: Final = [name for name in LAYOUTS if name != "pi-buttons"]
COPPER: Final = 0.0175
"""Resistance of a wire of 1 mm² per metre, in ohms."""
BEARS: Final = {0.5: 3.0, 0.75: 6.0}
"""Maximum amperes by wire size in mm² in a closed box (VDE 0298, group 1, halved)."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_drawing_that_is_shipped_is_the_one_that_is_drawn(lang: str) -> None:
    made = dict(drawings(lang))
    changed = [path for path, data in made.items() if path.read_bytes() != data]
    assert changed == [], "run python -m tools.drawing"
    assert {*(DRAWINGS / lang).rglob("*.svg")} <= {*made}


def schematic_nets(name: str) -> set[frozenset[str]]:
    """Return the pins connected by the wires of a schematic; ground is the supply's minus."""
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
    """The small one beside pin 14 of the chip, the large one with its + at plus, with a lead
    spacing of five millimetres: holes are 2.54 mm apart, and leads may be bent by a millimetre."""
    layout = LAYOUTS[name]
    for part in layout.parts:
        if "µF" in part.name:
            plus, minus = (
                next(net for net in probed(layout, leg.hole).nets() if "probe" in net)
                for leg in part.legs
            )
            assert "supply-plus" in plus
            assert "supply-minus" in minus
            if part.kind == "ceramic":
                assert part.legs[0].hole[1:] == str(CHIP_AT)
            else:
                start, end = (place(leg.hole) for leg in part.legs)
                assert dist(start, end) / PITCH * 2.54 == pytest.approx(5, abs=1)


def probed(layout: Layout, hole: str) -> Layout:
    return layout._replace(leads=(*layout.leads, Lead("data", "probe", hole)))


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_hole_takes_two_legs(name: str) -> None:
    holes = [*LAYOUTS[name].holes()]
    assert len(holes) == len({*holes})


@cache
def drawn(name: str, lang: str) -> Canvas:
    return ALL[name](drawing_words(lang))


def test_one_plug_gives_both_enough_and_each_fuse_goes_first() -> None:
    assert PI.amps + STRIP.amps <= SOCKET.amps < SUPPLY_A
    drops = [2 * feed.metres * COPPER / feed.section * feed.amps for feed in (SOCKET, PI)]
    assert 5.0 - sum(drops) >= 4.75
    for feed in (PI, STRIP):
        assert feed.fuse_a is not None
        assert feed.amps < feed.fuse_a < min(SUPPLY_A, BEARS[feed.section])
    assert BEARS[SOCKET.section] > SUPPLY_A
