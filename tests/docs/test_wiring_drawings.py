"""The wiring drawings of the docs: complete, true to the table of the page, and safe for parts."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from hardware.pwm_helper.protocol import DEFAULT_PIN, SPI_PIN
from tests.docs.test_building import (
    DOCS,
    DRAWINGS,
    PAGE,
    WIRING,
    rows_of,
)

NAMES: Final = {
    "supply +": "supply-plus",
    "supply −": "supply-minus",
    "strip +5V": "strip-5v",
    "strip DIN": "strip-din",
    "strip GND": "strip-gnd",
}
HEADER: Final = {6: "GND", 12: f"GPIO{DEFAULT_PIN}", 19: f"GPIO{SPI_PIN}"}
"""The pins of a Pi's header that we use."""
CHIP: Final = {1: "1OE", 2: "1A", 3: "1Y", 14: "VCC"}
"""The pins of a 74AHCT125 that we use."""
UNUSED: Final = {4, 5, 7, 9, 10, 12, 13}


def wires_in(path: Path) -> set[tuple[str, str]]:
    """From where to where the wires of a drawing go."""
    tree = ElementTree.parse(path)
    return {
        (wire.attrib["data-from"], wire.attrib["data-to"])
        for wire in tree.iter("{http://www.w3.org/2000/svg}path")
        if "data-from" in wire.attrib
    }


def wires_on_the_page() -> Iterator[tuple[str, str]]:
    """The wires of the bench, from the table."""
    table = PAGE.partition("| from | to | on the way |")[2].partition("\n\n")[0]
    for start, end, _ in rows_of(table)[1:]:
        for pin in re.findall(r"\d+(?=,|$)", end) if "pins" in end else [""]:
            yield (f"chip-{pin}", "ground") if pin else (named(start), named(end))


def named(text: str) -> str:
    """The pin of a drawing that *text* means."""
    if found := re.fullmatch(r"(Pi|chip) pin (\d+) \((\w+)\)", text):
        part, number, name = found[1], int(found[2]), found[3]
        assert {"Pi": HEADER, "chip": CHIP}[part][number] == name
        return f"{part.lower()}-{number}"
    return NAMES[text]


def test_the_drawing_of_the_bench_is_its_table() -> None:
    drawn = {frozenset(wire) for wire in wires_in(WIRING / "pi-spi.svg")}
    assert {frozenset(wire) for wire in wires_on_the_page()} == drawn


def test_every_pi_is_drawn_with_the_pin_of_its_strip() -> None:
    """The drawings of the Pis differ in the data pin alone, and that is the one of the table."""
    bench = wires_in(WIRING / "pi-spi.svg") - {("pi-19", "chip-2")}
    found = re.findall(
        r"^\| `(\w+)` .*? pin (\d+) \(GPIO(\d+)\) .*\((.+\.svg)\)", PAGE, re.MULTILINE
    )
    assert [strip for strip, *_ in found] == ["ws281x", "spi", "leds0", "spi"]
    for strip, pin, gpio, drawing in found:
        assert wires_in(DOCS / drawing) == bench | {(f"pi-{pin}", "chip-2")}
        assert HEADER[int(pin)] == f"GPIO{gpio}"
        assert f'name = "{strip}"' in (DOCS / drawing).read_text(encoding="utf-8")


def test_the_chip_s_unused_inputs_are_grounded() -> None:
    """An input in the air makes the chip restless, an output at ground would break it."""
    for path in DRAWINGS:
        wires = wires_in(path)
        if any(start.startswith("chip") for start, _ in wires):
            grounded = {int(start.removeprefix("chip-")) for start, end in wires if end == "ground"}
            assert grounded == UNUSED | {1}
            assert not {6, 8, 11} & grounded


def test_each_chip_has_its_capacitor() -> None:
    """0.1 µF from pin 14 to ground are drawn, not only written."""
    for path in DRAWINGS:
        parts = ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}g")
        drawn = [
            (it.get("data-from"), it.get("data-to"))
            for it in parts
            if it.get("data-part") == "0.1 µF"
        ]
        has_chip = any(start.startswith("chip") for start, _ in wires_in(path))
        assert drawn == [("chip-14", "ground")] * has_chip, path.name
