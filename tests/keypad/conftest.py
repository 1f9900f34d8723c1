"""A table at the show, keys pressed there, and possible suit claims, which are computed once."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from scorekeeper.cards import Card, Cards, read_cards
from scorekeeper.game import actions as a
from scorekeeper.game.live import Confirmable, EntryKind, PendingEntry
from scorekeeper.journal import Journal
from scorekeeper.keypad.key import Key
from scorekeeper.table import KeypadSession, KeyResult, Table
from tests.kit.formats.key_file import Clock

START = a.Start(rules="six-card", players=("Ann", "Ben"), dealer=1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(clock: Clock) -> Iterator[Table]:
    """A table of Ann and Ben at the show, without cards entered in the play."""
    with closing(Table(Journal.in_memory(), ticks=clock.ticks)) as table:
        for action in (START, a.Starter(card=Card.parse("5H")), a.Show()):
            table.submit(action)
        yield table


def typed_cards(table: Table) -> str:
    assert table.now.live.pending_entry
    return " ".join(map(str, table.now.live.pending_entry.cards))


def press(keys: KeypadSession, line: str) -> list[KeyResult]:
    return [keys.press(Key(word), by="keypad") for word in line.split()]


def cards_of(text: str) -> Cards:
    """Return the cards of a line such as ``4 5 6 6``."""
    return read_cards(text.split())


def half(kind: str, **more: Any) -> PendingEntry:
    return PendingEntry(kind=EntryKind(kind), **more)


def sure(deed: Confirmable) -> PendingEntry:
    return half("sure", confirms=deed)


def keys(text: str) -> tuple[Key, ...]:
    """Return the keys of a line such as ``HELD 2 1 OK``."""
    return tuple(map(Key, text.split()))
