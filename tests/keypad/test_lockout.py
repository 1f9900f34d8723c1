"""Keys that are refused for two seconds, since they were meant for something that is gone."""

from contextlib import closing

import pytest

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.rejection import Reason, Rejection
from scorekeeper.table import KeypadSession, KeyResult, SeenState, Table
from scorekeeper.table.keypad.state import ARMED_FOR, LOCKOUT_SECONDS
from tests.keypad.conftest import START, press, typed_cards
from tests.kit.fakes.clock import Clock


@pytest.mark.parametrize("line", ["OK", "UNDO UNDO", "6 OK", "2 OK HELD 7 OK"])
def test_keys_are_locked_out_after_an_entry_came_between(
    table: Table, clock: Clock, line: str
) -> None:
    """For two seconds each key is refused and says why, and enters and undoes nothing."""
    keys = KeypadSession(table)
    press(keys, "4 5 6 6")
    table.submit(a.Count(cards=(Card.parse("A"),) * 2 + (Card.parse("2"),) * 2))
    clock.passes(20)
    for word in line.split():
        assert keys.take(Key(word)) == (KeyResult.REFUSED, 4, Rejection(Reason.CAME_BETWEEN))
        clock.passes(0.3)
    assert table.now.live.pending_entry is None
    clock.passes(LOCKOUT_SECONDS - 0.3)
    assert press(keys, "7") == [KeyResult.TYPED]


def test_a_late_key_of_a_page_is_refused_for_the_same_reason(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table)
    press(keys, "4 5 6 6")
    table.submit(a.Count(cards=(Card.parse("A"),) * 2 + (Card.parse("2"),) * 2))
    came = keys.take(Key.OK, seen=SeenState(3, pending=True), once="a")
    assert came == (KeyResult.REFUSED, 4, Rejection(Reason.CAME_BETWEEN))
    clock.passes(LOCKOUT_SECONDS)
    assert keys.take(Key.SEVEN, seen=SeenState(4, pending=False)).result is KeyResult.TYPED
    assert keys.take(Key.OK, once="a") == came
    assert table.now.live.refused_at == 0


def test_no_lockout_a_minute_after_an_entry_came_between(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, "4 5 6 6")
    table.submit(a.Count(cards=(Card.parse("A"),) * 2 + (Card.parse("2"),) * 2))
    clock.passes(60)
    assert press(keys, "7") == [KeyResult.TYPED]


HELD: dict[str, str] = {
    "in a pocket": "",
    "every card fits": "GO",
    "no claim is open": "3",
    "nothing to redo": "A",
    "no rank that does anything": "K",
    "OK after all": "OK",
}


@pytest.mark.parametrize("what", HELD)
@pytest.mark.parametrize("card", ["A", "4", "5", "6", "7", "8", "9", "10"])
def test_a_card_after_ok_held_and_refused_is_only_a_card(
    clock: Clock, what: str, card: str
) -> None:
    with closing(Table(Journal.in_memory(), ticks=clock.ticks)) as table:
        for action in (START, a.Starter(card=Card.parse("Q")), a.Play(card=Card.parse("Q"))):
            table.submit(action)
        keys, other = KeypadSession(table, clock.alarm), "phone"
        press(keys, "HELD")
        if HELD[what]:
            assert keys.press(Key(HELD[what])) is KeyResult.REFUSED
            assert table.now.live.pending_entry is None
        clock.passes(ARMED_FOR)
        clock.passes(LOCKOUT_SECONDS)
        assert keys.press(Key(card), by=other) is KeyResult.DONE
        assert table.now.record[-1].actions == (a.Play(card=Card.parse(card)),)


def test_ok_after_ok_held_is_refused_and_cancels_it(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, "4 5 6 6 OK")
    assert press(keys, "HELD OK") == [KeyResult.TYPED, KeyResult.REFUSED]
    for word in ("7", "OK", "UNDO"):
        assert keys.take(Key(word)) == (KeyResult.REFUSED, 4, Rejection(Reason.RELEASED))
    clock.passes(LOCKOUT_SECONDS)
    assert press(keys, "7 8 9 9 OK") == [*[KeyResult.TYPED] * 4, KeyResult.DONE]


def test_ok_after_ok_held_twice_is_no_next_deal(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, "HELD 10 OK")
    assert press(keys, "HELD HELD OK OK") == [*[KeyResult.TYPED] * 2, *[KeyResult.REFUSED] * 2]
    assert table.now.version == 4


def test_ok_held_during_a_hand_locks_out_all_but_its_end(table: Table, clock: Clock) -> None:
    """It is refused; what follows was meant for something else, and is no card of the hand."""
    keys = KeypadSession(table, clock.alarm)
    press(keys, "4 5")
    for word in ("HELD", "2", "3"):
        assert keys.take(Key(word)) == (KeyResult.REFUSED, 3, Rejection(Reason.HALF_TYPED))
    assert typed_cards(table) == "4 5"
    assert press(keys, "UNDO") == [KeyResult.TYPED]
    clock.passes(LOCKOUT_SECONDS)
    assert press(keys, "5 6 6 HELD OK")[-1] is KeyResult.DONE


@pytest.mark.parametrize("end", ["UNDO UNDO UNDO UNDO", "OK"])
def test_ending_the_hand_ends_the_lockout(table: Table, clock: Clock, end: str) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, "4 5 6 6")
    assert press(keys, "HELD 7") == [KeyResult.REFUSED] * 2
    press(keys, end)
    assert press(keys, "7 8") == [KeyResult.TYPED] * 2
