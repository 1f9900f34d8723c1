"""Keys at a table: pending entries, and keys that come late, twice or after a refusal."""

from contextlib import closing
from typing import Any

import pytest

from scorekeeper.board.scene import scene_of
from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game.live import NOTHING_LIVE, Assignment, Confirmable, Live
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal import Journal, JournalFault
from scorekeeper.keypad.key import Key, Reason, Rejection
from scorekeeper.table import KeypadSession, KeyResult, Receipt, SeenState, Table
from scorekeeper.table.keypad import ARMED_FOR, LOCKOUT_SECONDS
from tests.keypad.conftest import START, cards_of, half, press, sure, typed_cards
from tests.kit.drivers.table_setup import FullDisk
from tests.kit.formats.key_file import Clock


def test_a_game_that_is_typed_at_a_table_with_a_seat_is_the_match_of_the_seat() -> None:
    """Keys cannot enter names; another game than the assigned one is for other players."""
    for rules, expected in (("six-card", ("Ann", "Luc")), ("acc", ("1", "2"))):
        with closing(Table(Journal.in_memory())) as table:
            start = a.Start(rules=rules, players=("Ann", "Luc"), options={"target": 61})
            table.set_live(assignment=Assignment(night="may", round=4, table="7", start=start))
            assert press(KeypadSession(table), "HELD 2 A OK")[-1] is KeyResult.DONE
            assert table.now.game.players == expected
            assert table.now.game.key == "six-card"
            assert table.now.game.rules.target == (61 if rules == "six-card" else 121)
            assert table.now.game.dealer == 0


def test_a_pending_entry_is_dropped_by_a_newer_version(table: Table) -> None:
    """If a phone enters the hand, its cards must not count for the next one."""
    press(KeypadSession(table), "4 5 6 6 A 2")
    table.set_live(refused_at=1.0)
    table.submit(a.Count(cards=cards_of("4 5 6 6")))
    assert table.now.live == Live(refused_at=1.0)
    more = half("more")
    table.set_live(pending_entry=more, at=3)
    assert table.now.live.pending_entry is None
    table.set_live(pending_entry=more, at=4)
    assert table.now.live.pending_entry


def test_a_key_is_refused_if_the_journal_cannot_be_written() -> None:
    with closing(FullDisk(Journal.in_memory())) as table:
        keys = KeypadSession(table)
        press(keys, "HELD 2")
        came = keys.take(Key.OK)
        assert came.result is KeyResult.REFUSED
        assert isinstance(came.why, JournalFault)
        assert table.now.live.pending_entry == half("game", rules="six-card")


def test_a_refused_key_is_forgotten_after_the_next_entry(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table)
    press(keys, "K OK")
    refused = scene_of(table.now).refused
    assert refused is not None
    assert refused >= 0
    clock.passes(1)
    table.submit(a.Peg(team=0, points=2))
    assert scene_of(table.now).refused is None


def test_a_key_sent_twice_is_pressed_once(table: Table) -> None:
    keys = KeypadSession(table)
    for once, key in (("a", "4"), ("b", "4"), ("a", "4"), ("b", "4"), ("c", "5"), ("d", "6")):
        assert keys.take(Key(key), once=once) == (KeyResult.TYPED, 3, None)
    assert keys.take(Key.OK, once="e") == keys.take(Key.OK, once="e") == (KeyResult.DONE, 4, None)
    assert table.now.record[-1].actions == (a.Count(cards=cards_of("4 4 5 6")),)
    assert keys.take(Key.SEVEN).result is KeyResult.TYPED
    assert KeypadSession(table).take(Key.UNDO, once="f") == (KeyResult.DONE, 5, None)
    assert KeypadSession(table).take(Key.UNDO, once="f") == (KeyResult.DONE, 5, None)
    with pytest.raises(Refusal, match="bad_value"):
        keys.take(Key.OK, once="")


def test_the_outcome_of_an_entry_is_known_after_a_restart(clock: Clock) -> None:
    journal = Journal.in_memory()
    table = Table(journal, ticks=clock.ticks)
    for action in (START, a.Starter(card=Card.parse("5H"))):
        table.submit(action)
    first = KeypadSession(table).take(Key.FIVE, seen=SeenState(2, pending=False), once="a")
    assert first == (KeyResult.DONE, 3, None)
    again = KeypadSession(Table(journal, ticks=clock.ticks))
    assert again.take(Key.FIVE, seen=SeenState(2, pending=False), once="a") == first
    assert again.take(Key.SEVEN, seen=SeenState(3, pending=True), once="b") == (
        *(KeyResult.REFUSED, 3),
        Rejection(Reason.DROPPED),
    )
    assert (
        again.take(Key.SEVEN, seen=SeenState(3, pending=False), once="c").result is KeyResult.DONE
    )


def test_a_key_meant_for_an_empty_buffer_is_refused(table: Table) -> None:
    keys = KeypadSession(table)
    press(keys, "HELD")
    came = keys.take(Key.SEVEN, seen=SeenState(3, pending=False))
    assert came == (KeyResult.REFUSED, 3, Rejection(Reason.ANOTHER_TYPES))
    assert table.now.live.pending_entry == half("more")
    assert keys.take(Key.SEVEN, seen=SeenState(3, pending=True)).result is KeyResult.TYPED


def test_a_key_for_an_older_version_is_refused(table: Table) -> None:
    keys = KeypadSession(table)
    press(keys, "4 5")
    came = keys.take(Key.SIX, seen=SeenState(2))
    assert came[:2] == (KeyResult.REFUSED, 3)
    assert isinstance(came.why, Refusal)
    assert came.why.code is Code.STALE
    assert typed_cards(table) == "4 5"
    assert keys.take(Key.FIVE, seen=SeenState(3)).result is KeyResult.TYPED


class Between(Table):
    """A table at which another entry always comes first."""

    quick = False

    def submit(self, asked: a.Asked, **how: Any) -> Receipt:
        if self.quick:
            self.quick = False
            super().submit(a.Peg(team=0, points=1))
        return super().submit(asked, **how)


def test_a_key_is_refused_if_the_table_changes_meanwhile(clock: Clock) -> None:
    with closing(Between(Journal.in_memory(), ticks=clock.ticks)) as table:
        for action in (START, a.Starter(card=Card.parse("5H"))):
            table.submit(action)
        keys = KeypadSession(table)
        table.quick = True
        assert keys.take(Key.NINE)[:2] == (KeyResult.REFUSED, 3)
        assert press(keys, "9") == [KeyResult.DONE]
        press(keys, "HELD 2 3")
        table.quick = True
        came = keys.take(Key.OK)
        assert came[:2] == (KeyResult.REFUSED, 5)
        assert isinstance(came.why, Refusal)
        assert came.why.code is Code.STALE
        assert keys.take(Key.OK) == (KeyResult.REFUSED, 5, Rejection(Reason.CAME_BETWEEN))
        clock.passes(LOCKOUT_SECONDS)
        assert press(keys, "9") == [KeyResult.DONE]
        assert table.now.game.scores == (2, 2)


@pytest.mark.parametrize("line", ["UNDO UNDO", "2 OK HELD 7 OK"])
def test_keys_are_locked_out_after_an_entry_came_between(
    table: Table, clock: Clock, line: str
) -> None:
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


def test_no_lockout_a_minute_after_an_entry_came_between(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, "4 5 6 6")
    table.submit(a.Count(cards=(Card.parse("A"),) * 2 + (Card.parse("2"),) * 2))
    clock.passes(60)
    assert press(keys, "7") == [KeyResult.TYPED]


def test_ok_after_ok_held_is_refused_and_cancels_it(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, "4 5 6 6 OK")
    assert press(keys, "HELD OK") == [KeyResult.TYPED, KeyResult.REFUSED]
    for word in ("7", "OK", "UNDO"):
        assert keys.take(Key(word)) == (KeyResult.REFUSED, 4, Rejection(Reason.RELEASED))
    clock.passes(LOCKOUT_SECONDS)
    assert press(keys, "7 8 9 9 OK") == [*[KeyResult.TYPED] * 4, KeyResult.DONE]


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


def test_an_action_to_confirm_waits_eight_seconds_for_ok(table: Table, clock: Clock) -> None:
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
    """Each key restarts the minute; one that is just too late was meant for the old entry."""
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


def test_a_key_taken_as_the_alarm_goes_off_is_kept(table: Table, clock: Clock) -> None:
    keys = KeypadSession(table, clock.alarm)
    press(keys, "4")
    (late,) = clock.set
    press(keys, "5")
    late.do()
    assert typed_cards(table) == "4 5"


def press_seen(keys: KeypadSession, table: Table, line: str) -> list[KeyResult]:
    """Return the results of the keys of *line*, pressed on a page that shows what is typed."""
    return [
        keys.take(
            Key(word), seen=SeenState(table.now.version, table.now.live.pending_entry is not None)
        ).result
        for word in line.split()
    ]


def test_undo_of_a_count_leaves_its_cards_typed(table: Table) -> None:
    keys = KeypadSession(table)
    for line, cards in (
        ("4 5 6 K A 2 OK UNDO", "4 5 6 K"),
        ("UNDO 10", "4 5 6 10"),
        ("8 OK 6 7 8 9 OK J J 5 5 OK UNDO", "J J 5 5"),
    ):
        press_seen(keys, table, line)
        assert typed_cards(table) == cards
    assert press_seen(keys, table, "OK") == [KeyResult.DONE]


@pytest.mark.parametrize("cards", ["4H 5S 6S KS", ""])
def test_undo_leaves_no_cards_that_keys_have_not(table: Table, cards: str) -> None:
    """Cards with suits, which phones keep; and a hand may be passed."""
    counted = a.Count(cards=cards_of(cards)) if cards else a.Count(passed=True)
    table.submit(counted)
    press_seen(KeypadSession(table), table, "UNDO")
    assert table.now.live.pending_entry is None


def test_cards_of_an_undone_count_are_in_nobodys_way(table: Table) -> None:
    """No one has typed them: OK held starts afresh, to redo, and entries in between drop them."""
    keys = KeypadSession(table)
    press_seen(keys, table, "4 5 6 K OK UNDO")
    assert press_seen(keys, table, "HELD A") == [KeyResult.TYPED, KeyResult.DONE]
    assert table.now.game.counting == 1
    press_seen(keys, table, "UNDO")
    table.submit(a.Count(cards=cards_of("4 5 6 6")))
    assert press_seen(keys, table, "6 7 8 9 OK")[-1] is KeyResult.DONE
    assert table.now.game.counting == "crib"
