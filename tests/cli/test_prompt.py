"""The status line beside the board in the terminal, for people who play by keys alone."""

from cribble.serve.terminal import status_line
from scorekeeper.game.live import KeypadStatus
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeypadSession, Table
from scorekeeper.words import Words

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
    assert status_line(table.now, words) == "Choose a game to start."
    table.set_live(keypads=(NUMPAD,))
    for line, says in EVENING:
        for key in line.split():
            keys.press(Key(key))
        assert status_line(table.now, words).lower().startswith(says.lower())
