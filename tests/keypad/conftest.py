"""A table at the show, keys pressed at it, and what suits can add, which is found only once."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from scorekeeper.cards import Card
from scorekeeper.game import actions as a
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeypadSession, KeyResult, Table
from tests.kit.formats.key_file import Clock

START = a.Start(rules="six-card", players=("Ann", "Ben"), dealer=1)


@pytest.fixture
def clock() -> Clock:
    """Time passes only when a test says so."""
    return Clock()


@pytest.fixture
def table(clock: Clock) -> Iterator[Table]:
    """A table at which Ann and Ben have come to the show, and no card was laid."""
    with closing(Table(Journal.in_memory(), ticks=clock.ticks)) as table:
        for action in (START, a.Starter(card=Card.parse("5H")), a.Show()):
            table.submit(action)
        yield table


def typed_cards(table: Table) -> str:
    assert table.now.live.pending_entry
    return " ".join(map(str, table.now.live.pending_entry.cards))


def press(keys: KeypadSession, line: str) -> list[KeyResult]:
    return [keys.press(Key(word), by="keypad") for word in line.split()]
