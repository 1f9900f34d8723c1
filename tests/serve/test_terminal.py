"""The terminal of a table: the banner, and the line beside the board."""

import pytest

from cribble.serve.terminal import INK, PLAIN, announce, status_line, to_watch
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.machine import KeypadStatus
from scorekeeper.table import KeypadSession, Table
from scorekeeper.words import Words
from tests.kit.drivers.terminal_screen import Terminal
from web import Addresses, Network


@pytest.fixture(autouse=True)
def terminal_that_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


ADDRESSES = Addresses(lambda: Network("192.168.1.20", "cribble"))


def shown(columns: int, lang: str) -> list[str]:
    """The terminal after the demo's welcome."""
    terminal = Terminal(columns, 40)
    welcome = to_watch(Words.of(lang), ADDRESSES)
    announce(welcome.lines, welcome.address, terminal.out, 0)
    text = terminal.look()
    terminal.close()
    return text


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_banner_wraps_sentences_beside_the_qr(columns: int, lang: str) -> None:
    """Every line of the QR begins at the left edge and is as wide as the others."""
    rows = [row for row in shown(columns, lang) if set(row) & set("▀▄█")]
    assert len(rows) >= 12
    assert not any(row.lstrip()[:1].isalpha() for row in shown(columns, lang)[: len(rows)])


def test_banner_without_room_has_no_qr() -> None:
    assert not set("".join(shown(34, "en"))) & set("▀▄█")
    assert INK not in "".join(shown(34, "en"))
    assert PLAIN not in "".join(shown(34, "en"))


NUMPAD = KeypadStatus("usb", "ok")
EVENING = (
    ("", "Hold OK and press the number of a game, or choose one on a phone."),
    ("HELD", "On the keypad: which game?"),
    ("2", "On the keypad: Six-card cribbage"),
    ("2", "On the keypad: Six-card cribbage, player\u00a02 deals"),
    ("OK", "player\u00a02 deals, player\u00a01 cuts the starter."),
    ("5 HELD 2 3", "On the keypad: 3 points for player\u00a01"),
    ("OK", "player\u00a01 leads."),
)


def test_status_line_asks_for_what_keys_can_answer() -> None:
    table = Table(Journal.in_memory())
    keys, words = KeypadSession(table), Words.of("en")
    assert status_line(table.now, words, table.machine) == "Choose a game to start."
    table.set_machine(keypads=(NUMPAD,))
    for line, says in EVENING:
        for key in line.split():
            keys.press(Key(key))
        assert status_line(table.now, words, table.machine).lower().startswith(says.lower())
