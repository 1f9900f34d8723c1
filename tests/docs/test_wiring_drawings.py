"""The wiring drawings match the tables in the docs and are safe; the keypad page."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from cribble.doctor.peripherals import BUZZER_PIN
from hardware.keypads.keypad import KeypadWiring
from hardware.pwm_helper.protocol import DEFAULT_PIN, SPI_PIN
from scorekeeper.game.actions import Abandon, Start
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeypadSession, Table
from scorekeeper.words import Words
from scorekeeper.words.key_legends import AFTER_HOLD, large
from tests.docs.pages import BUILDING, DOCS, rows_of
from tests.kit.paths import ROOT

KEYPAD_PAGE: Final = (DOCS / "keypad.md").read_text(encoding="utf-8")
WIRING: Final = ROOT / "cribble/drawings/en/wiring"
NAMES: Final = {
    "supply +": "supply-plus",
    "supply −": "supply-minus",
    "strip +5V": "strip-5v",
    "strip DIN": "strip-din",
    "strip GND": "strip-gnd",
}
HEADER: Final = {6: "GND", 12: f"GPIO{DEFAULT_PIN}", 19: f"GPIO{SPI_PIN}"}
CHIP: Final = {1: "1OE", 2: "1A", 3: "1Y", 14: "VCC"}
UNUSED: Final = {4, 5, 7, 9, 10, 12, 13}


def wires_in(path: Path) -> set[tuple[str, str]]:
    tree = ElementTree.parse(path)
    return {
        (wire.attrib["data-from"], wire.attrib["data-to"])
        for wire in tree.iter("{http://www.w3.org/2000/svg}path")
        if "data-from" in wire.attrib
    }


def wires_on_the_page() -> Iterator[tuple[str, str]]:
    table = BUILDING.partition("| from | to | on the way |")[2].partition("\n\n")[0]
    for start, end, _ in rows_of(table)[1:]:
        for pin in re.findall(r"\d+(?=,|$)", end) if "pins" in end else [""]:
            yield (f"chip-{pin}", "ground") if pin else (named(start), named(end))


def named(text: str) -> str:
    """Return the pin of a drawing from its label *text*."""
    if found := re.fullmatch(r"(Pi|chip) pin (\d+) \((\w+)\)", text):
        part, number, name = found[1], int(found[2]), found[3]
        assert {"Pi": HEADER, "chip": CHIP}[part][number] == name
        return f"{part.lower()}-{number}"
    return NAMES[text]


def test_the_drawing_of_the_bench_is_its_table() -> None:
    drawn = {frozenset(wire) for wire in wires_in(WIRING / "pi-spi.svg")}
    assert {frozenset(wire) for wire in wires_on_the_page()} == drawn


def test_every_pi_is_drawn_with_the_pin_of_its_strip() -> None:
    bench = wires_in(WIRING / "pi-spi.svg") - {("pi-19", "chip-2")}
    found = re.findall(
        r"^\| `(\w+)` .*? pin (\d+) \(GPIO(\d+)\) .*\((.+\.svg)\)", BUILDING, re.MULTILINE
    )
    assert [strip for strip, *_ in found] == ["ws281x", "spi", "leds0", "spi"]
    for strip, pin, gpio, drawing in found:
        assert wires_in(DOCS / drawing) == bench | {(f"pi-{pin}", "chip-2")}
        assert HEADER[int(pin)] == f"GPIO{gpio}"
        assert f'name = "{strip}"' in (DOCS / drawing).read_text(encoding="utf-8")


def test_the_chip_s_unused_inputs_are_grounded() -> None:
    """A floating input makes the chip unstable, a grounded output would destroy it."""
    for path in WIRING.glob("*.svg"):
        wires = wires_in(path)
        if any(start.startswith("chip") for start, _ in wires):
            grounded = {int(start.removeprefix("chip-")) for start, end in wires if end == "ground"}
            assert grounded == UNUSED | {1}
            assert not {6, 8, 11} & grounded


def test_a_pico_is_drawn_with_the_pin_of_its_firmware() -> None:
    """GP6 is pin 9, beside ground at pin 8 (data sheet of the Pico, pinout)."""
    header = (ROOT / "firmware_bridge/firmware/rp2040/board.h").read_text(encoding="utf-8")
    assert "STRIP_PIN = 6," in header
    for name, ends in (
        ("pico", ("strip-din", "strip-gnd")),
        ("pico-shifted", ("chip-2", "supply-minus")),
    ):
        path = WIRING / f"{name}.svg"
        assert ("pico-9", ends[0]) in wires_in(path)
        assert ("pico-8", ends[1]) in wires_in(path)
        assert ">9 GP6<" in path.read_text(encoding="utf-8")
    for page, pin in (("first-board.md", "pin"), ("fr/first-board.md", "broche")):
        text = (DOCS / page).read_text(encoding="utf-8")
        wired = [row[:2] for row in rows_of(text) if row[0].startswith("Pico")]
        assert [cell for cell, _ in wired] == [f"Pico, {pin} 8, `GND`", f"Pico, {pin} 9, `GP6`"]
        assert [re.findall("`(.+)`", cell) for _, cell in wired] == [["GND"], ["DIN"]]


FRENCH: Final = (ROOT / "docs" / "fr" / "keypad.md").read_text(encoding="utf-8")
EN: Final = Words.of("en")
USUAL: Final = KeypadWiring()
GPIOS: Final = {
    4: 7,
    17: 11,
    27: 13,
    22: 15,
    23: 16,
    24: 18,
    25: 22,
    5: 29,
    6: 31,
    16: 36,
    26: 37,
    20: 38,
}


def below(heading: str) -> str:
    return re.split(r"^#+ ", KEYPAD_PAGE.partition(f"{heading}\n")[2], flags=re.MULTILINE)[0]


def pinned(*gpios: int) -> list[str]:
    return [f"pin {GPIOS[gpio]} (GPIO{gpio})" for gpio in gpios]


def test_the_pins_of_the_page_are_the_usual_ones() -> None:
    rows, columns = (row[1:] for row in rows_of(below("### `matrix`"))[2:])
    assert (rows, columns) == (pinned(*USUAL.rows), pinned(*USUAL.columns))
    assert [row[1] for row in rows_of(below("### `buttons`"))[2:]] == pinned(*USUAL.buttons)
    matrix = {
        *((f"pi-{GPIOS[gpio]}", f"pad-row-{at}") for at, gpio in enumerate(USUAL.rows, 1)),
        *((f"pi-{GPIOS[gpio]}", f"pad-column-{at}") for at, gpio in enumerate(USUAL.columns, 1)),
    }
    assert wires_in(WIRING / "pi-matrix.svg") == matrix
    buttons = zip(USUAL.buttons, ("next", "ok", "undo"), strict=True)
    assert wires_in(WIRING / "pi-buttons.svg") == {
        *((f"pi-{GPIOS[gpio]}", f"{name}-a") for gpio, name in buttons),
        (f"pi-{GPIOS[BUZZER_PIN]}", "buzzer-plus"),
        ("pi-39", "undo-b"),
    }


def test_held_ok_on_the_page_is_what_keys_do() -> None:
    jack = large(EN, Key.JACK)
    table = KEYPAD_PAGE.partition("| key | small | what it does |")[2].partition("\n\n")[0]
    assert rows_of(table)[1:] == [
        [f"`{key}`", it.small, EN.say(it.about, jack=jack)] for key, it in AFTER_HOLD.items()
    ]


HELD: Final = {"hold OK": "HELD", "maintenir OK": "HELD"}
PRESSED: Final = {**HELD, "Go": "GO", "V": "J", "D": "Q", "R": "K"}


@pytest.mark.parametrize(
    ("page", "lang", "players", "head"),
    [
        (KEYPAD_PAGE, "en", ("Ann", "Ben"), "| at the table |"),
        (FRENCH, "fr", ("Anne", "Ben"), "| à la table |"),
    ],
)
def test_deals_of_the_page_go_as_it_says(
    page: str, lang: str, players: tuple[str, ...], head: str
) -> None:
    for deal in page.split(head)[1:]:
        with closing(Table(Journal.in_memory())) as table:
            keys = KeypadSession(table)
            table.submit(Start(rules="six-card", players=players))
            table.submit(Abandon())
            for _, cell, said in rows_of(deal.partition("\n\n")[0])[1:]:
                for key in cell.replace("`", "").split(", "):
                    keys.press(Key(PRESSED.get(key, key)), by="keypad")
                assert Words.of(lang).entry(table.now.record[-1], table.now.game) == said
