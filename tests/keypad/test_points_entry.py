"""Keys if only points or hands are entered: points, dealer, and what comes next."""

from contextlib import closing

import pytest
from msgspec.structs import replace

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.game.actions import (
    Entered,
    EntryModeChange,
)
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key, Reason, Rejection
from scorekeeper.table import KeypadSession, KeyResult, Table
from scorekeeper.words import Words
from scorekeeper.words.key_legends import legends
from tests.keypad.conftest import START, cards_of, keys

POINTS = Entered.POINTS


def pressed_at(table: Table, line: str) -> KeyResult:
    pad = KeypadSession(table)
    return [pad.press(Key(word)) for word in line.split()][-1]


STARTED: dict[str, tuple[str | None, Entered | None, str, tuple[str, str]]] = {
    "rules with muggins": (None, None, "HELD 2 OK", ("players", "cards")),
    "points only": (None, None, "HELD 5 10 OK", ("program", "points")),
    "rules with muggins, hands only": (None, None, "HELD 2 9 OK", ("players", "hands")),
    "as before": ("program", POINTS, "HELD 2 OK", ("program", "points")),
    "players go on counting": ("players", POINTS, "HELD 5 8 OK", ("players", "cards")),
}


@pytest.mark.parametrize("what", STARTED)
def test_a_match_begun_by_keys_goes_on_in_the_entry_mode_of_the_last_one(what: str) -> None:
    counted_by, entered, line, due = STARTED[what]
    with closing(Table(Journal.in_memory())) as table:
        if counted_by:
            mode = EntryModeChange(counted_by=counted_by, entered=entered)
            table.submit(replace(START, entry_mode=mode, scores=(0, 10)))
            table.submit(a.Abandon())
        assert pressed_at(table, line) is KeyResult.DONE
        mode = table.now.game.entry_mode
        assert (mode.counted_by, mode.entered) == due
        assert table.now.game.head_start == ()


def test_a_claim_of_the_deal_before_is_past_where_points_are_entered() -> None:
    """The page and the lights show it closed: neither keys nor phones can call muggins on it."""
    with closing(Table(Journal.in_memory())) as table:
        start = replace(START, options={"muggins": True})
        for action in (start, a.Starter(card=Card.parse("5H")), a.Show()):
            table.submit(action)
        table.submit(a.Count(cards=cards_of("4 5 6 6"), claim=20))
        table.submit(a.SetMode(entry_mode=EntryModeChange(entered=POINTS)))
        pad = KeypadSession(table)
        assert [pad.press(key) for key in keys("HELD 3")][-1] is KeyResult.TYPED
        pad = KeypadSession(table)
        table.submit(a.Deal())
        assert table.now.game.windows
        assert table.now.open_claims == ()
        pad.press(Key.HELD)
        printed = legends(Words.of("en"), table.now, table.now.live.pending_entry)
        assert Key.TWO in printed
        assert Key.THREE not in printed
        assert pad.take(Key.THREE).why == Rejection(Reason.NO_CLAIM)
