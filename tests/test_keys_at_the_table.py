"""Keys pressed at a table: what is half typed is there for all to see, and on the board."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from threading import Timer
from typing import Any

import pytest

from scorekeeper.board.scene import scene_of
from scorekeeper.cards import Card, read_cards
from scorekeeper.game import actions as a
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.keys import Key
from scorekeeper.table import Heard, Journal, JournalFault, Keys, Table
from tests.test_web_routes import FullDisk

START = a.Start(rules="six-card", players=("Ann", "Ben"), dealer=1)


@pytest.fixture
def table() -> Iterator[Table]:
    """A table at which Ann and Ben have come to the show, and no card was laid."""
    with closing(Table(Journal.in_memory())) as table:
        for action in (START, a.Starter(card=Card.parse("5H")), a.Show()):
            table.submit(action)
        yield table


def press(keys: Keys, line: str) -> list[Heard]:
    """What comes of each key of *line*."""
    return [keys.press(Key(word), by="keypad") for word in line.split()]


def test_an_entry_is_an_entry_like_any_other(table: Table) -> None:
    """In the journal, by whoever pressed the keys; nothing of it is left typed."""
    keys = Keys(table)
    assert press(keys, "4 5 6 6 OK") == [Heard.TYPED] * 4 + [Heard.DONE]
    assert table.now.game.scores == (24, 0)
    assert table.now.record[-1].by == "keypad"
    assert not table.now.asides


def test_everybody_sees_what_is_half_typed(table: Table) -> None:
    """The cards, the claim, and the ghost of the peg; undo takes it back key by key."""
    keys = Keys(table)
    press(keys, "4 5 6 6 A 2")
    cards = ("4", "5", "6", "6")
    typed = {"what": "hand", "cards": cards, "wanted": 4, "team": 0, "points": 12, "ghost": 12}
    assert table.now.asides == {"typed": typed, "ghost": {"team": 0, "points": 12}}
    press(keys, "UNDO UNDO")
    assert "ghost" not in table.now.asides
    press(keys, "UNDO UNDO UNDO UNDO")
    assert not table.now.asides
    assert table.now.version == 3


def test_what_is_half_typed_goes_with_the_table_that_it_was_for(table: Table) -> None:
    """Somebody enters the hand by phone: nobody reads its cards as the next one's."""
    press(Keys(table), "4 5 6 6 A 2")
    table.aside("habits", {})
    table.submit(a.Count(cards=read_cards(["4", "5", "6", "6"])))
    assert table.now.asides == {"habits": {}}
    table.aside("typed", {}, at=3)
    assert "typed" not in table.now.asides
    table.aside("typed", {}, at=4)
    assert "typed" in table.now.asides


def test_undo_goes_on_with_what_was_entered(table: Table) -> None:
    """Once nothing is typed any more."""
    press(Keys(table), "4 UNDO UNDO")
    assert table.now.game.phase == "play"


def test_a_phone_was_quicker(table: Table) -> None:
    """The key is refused and the entry dropped; nothing of it reaches the other table."""
    keys = Keys(table)
    press(keys, "4 5 6 6")
    table.submit(a.Count(cards=(Card.parse("A"),) * 2 + (Card.parse("2"),) * 2))
    assert press(keys, "OK") == [Heard.REFUSED]
    assert table.now.version == 4
    assert "typed" not in table.now.asides
    assert press(keys, "7") == [Heard.TYPED]


def test_the_rules_refuse_what_the_keys_do_not(table: Table) -> None:
    """Five of a rank can be typed, but the table does not take them."""
    keys = Keys(table)
    press(keys, "4 4 4 4 OK")
    assert press(keys, "4 5 6 7 OK")[-1] is Heard.REFUSED
    assert table.now.version == 4
    assert "refused" in table.now.asides


class Clock:
    """Sets alarms, which go off as it is told that time passes."""

    def __init__(self) -> None:
        self.now, self.set = 0.0, list[Ring]()

    def alarm(self, seconds: float, do: Callable[[], None]) -> Ring:
        """As ``threading.Timer`` makes one."""
        return Ring(self, self.now + seconds, do)

    def passes(self, seconds: float) -> None:
        """So long nobody does anything."""
        self.now += seconds
        for ring in [one for one in self.set if one.due <= self.now]:
            ring.cancel()
            ring.do()


class Ring:
    """Does something when *clock* says that it is *due*."""

    daemon = False

    def __init__(self, clock: Clock, due: float, do: Callable[[], None]) -> None:
        self.clock, self.due, self.do = clock, due, do

    def start(self) -> None:
        """It waits; the program need not."""
        assert self.daemon
        self.clock.set.append(self)

    def cancel(self) -> None:
        """It waits no more."""
        if self in self.clock.set:
            self.clock.set.remove(self)


def test_an_entry_left_alone_for_a_minute_is_dropped(table: Table) -> None:
    """Nobody knows any more what it was to be; each key, a refused one too, begins a new minute."""
    clock = Clock()
    keys = Keys(table, clock.alarm)
    for key in ("4", "5", "GO"):
        press(keys, key)
        clock.passes(59.5)
    assert table.now.asides["typed"]["cards"] == ("4", "5")
    clock.passes(0.5)
    assert {*table.now.asides} == {"refused"}
    assert press(keys, "UNDO") == [Heard.DONE]
    assert clock.set == []


def test_an_entry_that_is_made_is_waited_for_no_more(table: Table) -> None:
    """Nor one that was dropped, or taken back: no alarm is left of any of them."""
    clock = Clock()
    keys = Keys(table, clock.alarm)
    press(keys, "4 5")
    assert len(clock.set) == 1
    press(keys, "UNDO UNDO")
    assert clock.set == []
    press(keys, "4 5 6 6")
    keys.drop()
    assert clock.set == []
    press(keys, "4 5 6 6 OK")
    assert clock.set == []


def test_a_key_that_comes_while_the_minute_ends_is_not_lost(table: Table) -> None:
    """The alarm went off, and had to wait until the key was taken."""
    clock = Clock()
    keys = Keys(table, clock.alarm)
    press(keys, "4")
    (late,) = clock.set
    press(keys, "5")
    late.do()
    assert table.now.asides["typed"]["cards"] == ("4", "5")


def test_a_minute_is_told_by_a_timer(table: Table) -> None:
    """Where nobody brings a clock, of a thread that the program's end does not wait for."""
    keys = Keys(table, lambda seconds, do: Timer(seconds / 1000, do))
    press(keys, "4 5")
    until = time.monotonic() + 5
    while "typed" in table.now.asides and time.monotonic() < until:
        time.sleep(0.01)
    assert "typed" not in table.now.asides


def test_a_key_that_is_sent_twice_is_pressed_once(table: Table) -> None:
    """Whoever got no answer sends it again, and gets the first answer; another key is another."""
    keys = Keys(table)
    for once, key in (("a", "4"), ("b", "4"), ("a", "4"), ("b", "4"), ("c", "5"), ("d", "6")):
        assert keys.take(Key(key), once=once) == (Heard.TYPED, 3, None)
    assert keys.take(Key.OK, once="e") == keys.take(Key.OK, once="e") == (Heard.DONE, 4, None)
    assert table.now.record[-1].actions == (a.Count(cards=read_cards(["4", "4", "5", "6"])),)
    assert keys.take(Key.SEVEN).heard is Heard.TYPED
    assert Keys(table).take(Key.UNDO, once="f") == (Heard.DONE, 5, None)
    assert Keys(table).take(Key.UNDO, once="f") == (Heard.DONE, 5, None)
    with pytest.raises(Refusal, match="bad_value"):
        keys.take(Key.OK, once="")


def test_so_many_answers_are_remembered(table: Table) -> None:
    """Whoever asks again does so at once: sixty-four keys later nobody does."""
    keys = Keys(table)
    assert keys.take(Key.FOUR, once="first").heard is Heard.TYPED
    for number in range(63):
        assert keys.take(Key.FIVE, seen=0, once=str(number)).heard is Heard.REFUSED
    keys.take(Key.FOUR, once="first")
    assert table.now.asides["typed"]["cards"] == ("4",)
    keys.take(Key.FIVE, seen=0, once="last")
    keys.take(Key.FOUR, once="first")
    assert table.now.asides["typed"]["cards"] == ("4", "4")


class Quicker(Table):
    """A table at which somebody enters something while a key is being shown."""

    quick = False

    def aside(self, name: str, value: Any, *, at: int | None = None) -> None:
        """As everybody's, but that the table has changed by then."""
        if self.quick:
            self.quick = False
            self.submit(a.Peg(team=1, points=1))
        super().aside(name, value, at=at)


def test_what_is_typed_is_shown_at_the_table_that_it_is_for() -> None:
    """Neither the entry nor its ghost is left where somebody was quicker."""
    with closing(Quicker(Journal.in_memory())) as table:
        for action in (START, a.Starter(card=Card.parse("5H"))):
            table.submit(action)
        keys = Keys(table)
        press(keys, "HELD 2")
        table.quick = True
        assert press(keys, "3") == [Heard.TYPED]
        assert not table.now.asides


def test_a_journal_that_cannot_be_written_refuses_a_key() -> None:
    """It tells why; what was typed stands, for whoever tries again."""
    with closing(FullDisk(Journal.in_memory())) as table:
        keys = Keys(table)
        press(keys, "HELD 2")
        came = keys.take(Key.OK)
        assert came.heard is Heard.REFUSED
        assert isinstance(came.why, JournalFault)
        assert table.now.asides["typed"]["rules"] == "six-card"


def test_a_key_for_a_table_that_is_no_more_is_refused(table: Table) -> None:
    """It leaves what others type as it was; one that the rules refuse tells why."""
    keys = Keys(table)
    press(keys, "4 5")
    assert keys.take(Key.SIX, seen=2) == (Heard.REFUSED, 3, None)
    assert table.now.asides["typed"]["cards"] == ("4", "5")
    assert keys.take(Key.FIVE, seen=3).heard is Heard.TYPED
    press(keys, "5 OK")
    press(keys, "5 5 6 6")
    came = keys.take(Key.OK)
    assert (came.heard, came.version) == (Heard.REFUSED, 4)
    assert isinstance(came.why, Refusal)
    assert came.why.code is Code.FIFTH_OF_A_RANK
    press(keys, "UNDO UNDO UNDO UNDO 7 8 9 9")
    assert keys.take(Key.OK).heard is Heard.DONE


def test_a_key_refused_before_the_latest_entry_is_forgotten(table: Table) -> None:
    """What came since has made up for it."""
    keys = Keys(table)
    press(keys, "K OK")
    refused = scene_of(table.now).refused
    assert refused is not None
    assert refused >= 0
    table.submit(a.Peg(team=0, points=2))
    assert scene_of(table.now).refused is None
