"""A count that undo takes back leaves its cards typed, so that nobody types them again."""

import pytest

from scorekeeper.game import actions as a
from scorekeeper.keypad.key import Key
from scorekeeper.keypad.rejection import Reason, Rejection
from scorekeeper.table import KeypadSession, KeyResult, Table
from scorekeeper.table.keypad.outcome import SeenState
from tests.keypad import conftest
from tests.keypad.conftest import typed_cards
from tests.keypad.test_press import cards_of


def press(keys: KeypadSession, table: Table, line: str) -> list[KeyResult]:
    """Return what comes of each key of *line*, pressed on a page that shows what is typed."""
    return [
        keys.take(
            Key(word), seen=SeenState(table.now.version, table.now.live.pending_entry is not None)
        ).result
        for word in line.split()
    ]


def test_undo_of_a_count_leaves_its_cards_typed(table: Table) -> None:
    """They wait for the count, and undo takes them out one by one; those of the crib too."""
    keys = KeypadSession(table)
    for line, cards in (
        ("4 5 6 K A 2 OK UNDO", "4 5 6 K"),
        ("UNDO 10", "4 5 6 10"),
        ("8 OK 6 7 8 9 OK J J 5 5 OK UNDO", "J J 5 5"),
    ):
        press(keys, table, line)
        assert typed_cards(table) == cards
    assert press(keys, table, "OK") == [KeyResult.DONE]


@pytest.mark.parametrize("cards", ["4H 5S 6S KS", ""])
def test_undo_leaves_no_cards_that_keys_have_not(table: Table, cards: str) -> None:
    """Those with suits, which phones keep; and a hand may be passed."""
    counted = a.Count(cards=cards_of(cards)) if cards else a.Count(passed=True)
    table.submit(counted)
    press(KeypadSession(table), table, "UNDO")
    assert table.now.live.pending_entry is None


def test_cards_of_an_undone_count_are_in_nobodys_way(table: Table) -> None:
    """Nobody typed them: OK held begins anew, to redo, and what comes between drops them."""
    keys = KeypadSession(table)
    press(keys, table, "4 5 6 K OK UNDO")
    assert press(keys, table, "HELD A") == [KeyResult.TYPED, KeyResult.DONE]
    assert table.now.game.counting == 1
    press(keys, table, "UNDO")
    table.submit(a.Count(cards=cards_of("4 5 6 6")))
    assert press(keys, table, "6 7 8 9 OK")[-1] is KeyResult.DONE
    assert table.now.game.counting == "crib"


def test_cards_of_an_undone_count_to_which_a_key_was_added_are_typed(table: Table) -> None:
    keys = KeypadSession(table)
    press(keys, table, "4 5 6 K OK UNDO 8")
    assert keys.take(Key.HELD).why == Rejection(Reason.HALF_TYPED)


def test_undo_on_a_keypad_leaves_nothing_typed(table: Table) -> None:
    """It shows no cards, and its keys would be digits after them."""
    conftest.press(KeypadSession(table), "4 5 6 K OK UNDO")
    assert table.now.live.pending_entry is None
