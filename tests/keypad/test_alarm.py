"""Keys that are left alone: a pending entry is dropped after a while."""

import time
from threading import Timer

import pytest

from scorekeeper.game.live import NOTHING_LIVE, Confirmable, Live
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.rejection import Reason, Rejection
from scorekeeper.table import KeypadSession, KeyResult, Table
from scorekeeper.table.keypad.state import ARMED_FOR, LOCKOUT_SECONDS
from tests.keypad.conftest import press, typed_cards
from tests.keypad.test_press import half, sure
from tests.kit.fakes.clock import Clock


def test_keys_are_taken_where_no_alarm_can_be_set(table: Table) -> None:
    def no_alarm(*_: object) -> Timer:
        raise RuntimeError("can’t start new thread")

    keys = KeypadSession(table, no_alarm)
    assert press(keys, "4 5 6 6 OK") == [KeyResult.TYPED] * 4 + [KeyResult.DONE]
    assert table.now.live == NOTHING_LIVE


def test_an_action_to_confirm_waits_eight_seconds_for_ok(table: Table, clock: Clock) -> None:
    """But not for long; a key that comes instead is refused, and those at once behind it."""
    keys = KeypadSession(table, clock.alarm)
    press(keys, "HELD 7")
    assert table.now.live.pending_entry == sure(Confirmable.ABANDON)
    clock.passes(ARMED_FOR)
    assert table.now.live.pending_entry is None
    assert keys.take(Key.OK) == (KeyResult.REFUSED, 3, Rejection(Reason.LEFT_ALONE))
    clock.passes(LOCKOUT_SECONDS)
    assert press(keys, "HELD 7 4") == [KeyResult.TYPED, KeyResult.TYPED, KeyResult.REFUSED]
    assert keys.take(Key.FIVE) == (KeyResult.REFUSED, 3, Rejection(Reason.RELEASED))
    clock.passes(LOCKOUT_SECONDS)
    assert press(keys, "HELD 7 OK")[-1] is KeyResult.DONE
    assert table.now.game.phase == "over"


@pytest.mark.parametrize("before", ["HELD", "HELD 7"])
def test_ok_held_again_restarts_the_eight_seconds(table: Table, clock: Clock, before: str) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, before)
    clock.passes(ARMED_FOR - 1)
    assert press(keys, "HELD") == [KeyResult.TYPED]
    clock.passes(ARMED_FOR - 1)
    assert table.now.live.pending_entry == half("more")
    clock.passes(1)
    assert table.now.live == NOTHING_LIVE
    assert keys.take(Key.OK) == (KeyResult.REFUSED, 3, Rejection(Reason.LEFT_ALONE))


def test_a_pending_entry_is_dropped_after_a_minute(table: Table, clock: Clock) -> None:
    """Each key begins a new minute; one a moment too late was meant for the old entry."""
    keys = KeypadSession(table, clock.alarm)
    for key in ("4", "5", "GO"):
        press(keys, key)
        clock.passes(59.5)
    assert typed_cards(table) == "4 5"
    clock.passes(0.5)
    assert table.now.live == Live(refused_at=table.now.live.refused_at)
    assert keys.take(Key.UNDO) == (KeyResult.REFUSED, 3, Rejection(Reason.LEFT_ALONE))
    clock.passes(LOCKOUT_SECONDS)
    assert press(keys, "UNDO") == [KeyResult.DONE]
    assert clock.set == []


def test_no_alarm_is_left_once_an_entry_is_completed(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, "4 5")
    assert len(clock.set) == 1
    press(keys, "UNDO UNDO")
    assert clock.set == []
    press(keys, "4 5 6 6")
    keys.drop()
    assert clock.set == []
    press(keys, "4 5 6 6 OK")
    assert clock.set == []


def test_a_key_taken_as_the_alarm_goes_off_is_kept(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, "4")
    (late,) = clock.set
    press(keys, "5")
    late.do()
    assert typed_cards(table) == "4 5"


def test_the_usual_alarm_is_a_daemon_timer(table: Table) -> None:
    keys = KeypadSession(table, lambda seconds, do: Timer(seconds / 1000, do))
    press(keys, "4 5")
    until = time.monotonic() + 30
    while table.now.live.pending_entry and time.monotonic() < until:
        time.sleep(0.01)
    assert table.now.live.pending_entry is None
