"""Players of a night agree with a result on their table's keypad: the seat, then OK."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mqtt.night import NightTable
from mqtt.payloads import Night, Seat, SeatedPlayer, encode
from mqtt.topics import Topics
from scorekeeper.keypad.key import Key, Reason, Rejection
from scorekeeper.table import KeypadSession
from scorekeeper.words import Words
from tests.kit.drivers.table_setup import Sitting

NIGHT = "2026-11-22"
PLAYERS = (SeatedPlayer(id="p12", name="Ann"), SeatedPlayer(id="p31", name="Luc"))
NEARLY = {"rules": "acc", "players": ["Ann", "Luc"], "dealer": 1, "scores": [119, 87]}
EN, FR = Words.of("en"), Words.of("fr")


class Board:
    """A keypad at table 7, whose players are asked to agree."""

    def __init__(self, path: Path) -> None:
        self.sitting = Sitting()
        self.night = NightTable(self.sitting.table, Topics("home"), "7", path)
        self.night.take_night(encode(Night(night=NIGHT, agree=True)))
        self.night.take_seat(encode(Seat(night=NIGHT, round=4, rules="acc", players=PLAYERS)))
        self.keys = KeypadSession(self.sitting.table, agree=self.night.agree)

    def win(self) -> None:
        self.sitting.do("start", **NEARLY)
        self.sitting.do("peg", team=0, points=2)
        self.night.update()

    def press(self, line: str) -> list[str]:
        return [str(self.keys.press(Key(word), by="keypad")) for word in line.split()]

    @property
    def agreed(self) -> tuple[bool, ...]:
        assignment = self.sitting.now.live.assignment
        return assignment.agreed if assignment else ()

    @property
    def typed(self) -> list[str]:
        now = self.sitting.now
        pending = now.live.pending_entry
        return [words.pending_entry(pending, now.game) for words in (EN, FR)] if pending else []


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Board]:
    board = Board(tmp_path / "night.json")
    board.win()
    with closing(board.sitting.table):
        yield board


def test_each_player_agrees_by_the_seat_and_ok(board: Board) -> None:
    assert not board.night.results()
    assert board.press("A") == ["typed"]
    assert board.typed == [
        "Ann agrees with the result? OK",
        "Ann est d’accord avec le résultat\N{NO-BREAK SPACE}? OK",
    ]
    assert board.agreed == (False, False)
    assert board.press("OK") == ["done"]
    assert (board.agreed, board.typed) == ((True, False), [])
    assert board.press("2 OK") == ["typed", "done"]
    assert board.agreed == (True, True)
    assert len(board.night.results()) == 1, "now the result is on its way"


@pytest.mark.parametrize(
    ("line", "results", "agreed"),
    [
        ("3 OK", ["refused", "refused"], (False, False)),
        ("A UNDO", ["typed", "typed"], (False, False)),
        ("A OK A", ["typed", "done", "refused"], (True, False)),
        ("NEXT NEXT OK", ["typed", "typed", "done"], (False, True)),
        ("NEXT NEXT NEXT OK NEXT OK", ["typed"] * 3 + ["done", "typed", "done"], (True, True)),
    ],
)
def test_only_a_seat_that_has_not_agreed_can_agree(
    board: Board, line: str, results: list[str], agreed: tuple[bool, ...]
) -> None:
    """One key is not enough: it may be meant for a card. With three buttons, next is a step."""
    assert board.press(line) == results
    assert board.agreed == agreed


def test_a_win_that_is_undone_asks_nobody(board: Board) -> None:
    board.press("A OK UNDO")
    board.night.update()
    assert board.agreed == ()
    assert board.press("A")[0] != "typed" or "agrees" not in str(board.typed)


def test_what_cannot_be_kept_is_refused_in_words(tmp_path: Path) -> None:
    board = Board(tmp_path / "night.json")
    board.win()

    def full(place: str, seat: int) -> bool:
        raise OSError(28, "No space left on device")

    for agree in (full, lambda place, seat: False):
        keys = KeypadSession(board.sitting.table, agree=agree)
        keys.press(Key.ACE)
        outcome = keys.take(Key.OK)
        assert outcome.why == Rejection(Reason.NOT_AGREED)
    assert board.agreed == (False, False)
