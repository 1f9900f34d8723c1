"""Keys of a page that was behind: sent twice, meant for something else, overtaken."""

from contextlib import closing
from typing import Any

import pytest

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game.live import NOTHING_LIVE
from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.rejection import Reason, Rejection
from scorekeeper.table import KeypadSession, KeyResult, Receipt, SeenState, Table
from scorekeeper.table.keypad.state import LOCKOUT_SECONDS
from tests.keypad.conftest import START, press, typed_cards
from tests.keypad.test_press import cards_of, half
from tests.kit.fakes.clock import Clock


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


def test_sixty_four_outcomes_are_remembered(table: Table) -> None:
    keys = KeypadSession(table)
    assert keys.take(Key.FOUR, once="first").result is KeyResult.TYPED
    for number in range(63):
        assert keys.take(Key.FIVE, seen=SeenState(0), once=str(number)).result is KeyResult.REFUSED
    keys.take(Key.FOUR, once="first")
    assert typed_cards(table) == "4"
    keys.take(Key.FIVE, seen=SeenState(0), once="last")
    keys.take(Key.FOUR, once="first")
    assert typed_cards(table) == "4 4"


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
    press(keys, "5 OK")
    press(keys, "5 5 6 6")
    came = keys.take(Key.OK)
    assert (came.result, came.version) == (KeyResult.REFUSED, 4)
    assert isinstance(came.why, Refusal)
    assert came.why.code is Code.FIFTH_OF_A_RANK
    press(keys, "UNDO UNDO UNDO UNDO 7 8 9 9")
    assert keys.take(Key.OK).result is KeyResult.DONE


class Between(Table):
    """A table at which somebody is quicker than an entry on its way."""

    quick = False

    def submit(self, asked: a.Asked, **how: Any) -> Receipt:
        """As everybody's, but that the table has changed by then."""
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


class Quicker(Table):
    """A table at which somebody enters something while a key is being shown."""

    quick = False

    def set_live(self, *, at: int | None = None, **changes: Any) -> None:
        """As everybody's, but that the table has changed by then."""
        if self.quick:
            self.quick = False
            self.submit(a.Peg(team=1, points=1))
        super().set_live(at=at, **changes)


def test_a_pending_entry_is_not_shown_on_a_newer_version() -> None:
    with closing(Quicker(Journal.in_memory())) as table:
        for action in (START, a.Starter(card=Card.parse("5H"))):
            table.submit(action)
        keys = KeypadSession(table)
        press(keys, "HELD 2")
        table.quick = True
        assert press(keys, "3") == [KeyResult.TYPED]
        assert table.now.live == NOTHING_LIVE
