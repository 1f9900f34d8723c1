"""The keypad's page: every keypad has its heading, pins are the usual ones, keys do as it says."""

import re
from contextlib import closing
from typing import Final

import pytest

from cribble.devices.drivers import KEYPADS
from cribble.doctor.peripherals import BUZZER_PIN
from hardware.keypads.keypad import KeypadWiring
from scorekeeper.game.actions import Abandon, Start
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeypadSession, Table
from scorekeeper.words import Words
from scorekeeper.words.key_legends import AFTER_HOLD, large
from tests.docs.test_building import KEYPAD_PAGE as PAGE
from tests.docs.test_building import rows_of
from tests.docs.test_wiring_drawings import wires_in
from tests.kit.paths import ROOT

FRENCH: Final = (ROOT / "docs" / "fr" / "keypad.md").read_text(encoding="utf-8")
DOCS: Final = ROOT / "docs"
DRAWINGS: Final = ROOT / "cribble/drawings/en/wiring"
EN: Final = Words.of("en")
USUAL: Final = KeypadWiring()
HEADER: Final = {
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
"""The pin of the Pi's header by GPIO number."""


def below(heading: str) -> str:
    """Return what the page says below a heading, up to the next one."""
    return re.split(r"^#+ ", PAGE.partition(f"{heading}\n")[2], flags=re.MULTILINE)[0]


def test_every_keypad_has_its_heading() -> None:
    assert re.findall(r"^### `(.+)`$", PAGE, re.MULTILINE) == [*KEYPADS]
    assert [row[0] for row in rows_of(below("## Which one"))[2:]] == [f"`{one}`" for one in KEYPADS]


def pinned(*gpios: int) -> list[str]:
    """Pins as the page writes them."""
    return [f"pin {HEADER[gpio]} (GPIO{gpio})" for gpio in gpios]


def test_the_pins_of_the_page_are_the_usual_ones() -> None:
    rows, columns = (row[1:] for row in rows_of(below("### `matrix`"))[2:])
    assert (rows, columns) == (pinned(*USUAL.rows), pinned(*USUAL.columns))
    assert [row[1] for row in rows_of(below("### `buttons`"))[2:]] == pinned(*USUAL.buttons)
    matrix = {
        *((f"pi-{HEADER[gpio]}", f"pad-row-{at}") for at, gpio in enumerate(USUAL.rows, 1)),
        *((f"pi-{HEADER[gpio]}", f"pad-column-{at}") for at, gpio in enumerate(USUAL.columns, 1)),
    }
    assert wires_in(DRAWINGS / "pi-matrix.svg") == matrix
    buttons = zip(USUAL.buttons, ("next", "ok", "undo"), strict=True)
    assert wires_in(DRAWINGS / "pi-buttons.svg") == {
        *((f"pi-{HEADER[gpio]}", f"{name}-a") for gpio, name in buttons),
        (f"pi-{HEADER[BUZZER_PIN]}", "buzzer-plus"),
        ("pi-39", "undo-b"),
    }


def test_held_ok_on_the_page_is_what_keys_do() -> None:
    jack = large(EN, Key.JACK)
    table = PAGE.partition("| key | small | what it does |")[2].partition("\n\n")[0]
    assert rows_of(table)[1:] == [
        [f"`{key}`", it.small, EN.say(it.about, jack=jack)] for key, it in AFTER_HOLD.items()
    ]


@pytest.mark.parametrize(("page", "lang"), [(PAGE, "en"), (FRENCH, "fr")])
def test_the_picture_of_the_page_has_what_keys_do_after_ok_held(page: str, lang: str) -> None:
    """In columns of equal width, each key above its word."""
    lines = page.partition("```\n")[2].partition("```")[0].splitlines()
    pairs = [
        (keys[at:][:19].strip(), words[at:][:19].strip())
        for keys, words in zip(lines[::3], [*lines[1::3]], strict=True)
        for at in range(0, 76, 19)
    ]
    words = Words.of(lang)
    assert len(pairs) == 16
    assert [pair for pair in pairs if pair[1]] == [
        (large(words, key), words.say(it.small)) for key, it in AFTER_HOLD.items()
    ]


HELD: Final = {"hold OK": "HELD", "maintenir OK": "HELD"}
PRESSED: Final = {**HELD, "Go": "GO", "V": "J", "D": "Q", "R": "K"}


@pytest.mark.parametrize(
    ("page", "lang", "players", "head"),
    [
        (PAGE, "en", ("Ann", "Ben"), "| at the table |"),
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
