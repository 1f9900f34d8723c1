"""The keys: thirteen ranks, Go, Undo and OK; OK held is a key of its own."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from scorekeeper.cards import RANKS, Card


class Key(StrEnum):
    """A key by what is printed on it. NEXT is on a box with three buttons: next, OK and undo."""

    ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN = "A", "2", "3", "4", "5", "6", "7"
    EIGHT, NINE, TEN, JACK, QUEEN, KING = "8", "9", "10", "J", "Q", "K"
    GO, UNDO, OK = "GO", "UNDO", "OK"
    HELD = "HELD"
    """OK, kept down for a while (``HOLD_SECONDS``)."""
    NEXT = "NEXT"

    @property
    def card(self) -> Card | None:
        """The card of that rank; None for a key that is no rank."""
        return CARDS.get(self)

    @property
    def digit(self) -> int | None:
        """The digit that it stands for where points are typed: the ace is 1, the 10 is 0."""
        return DIGITS.get(self)


CARDS: Final[Mapping[Key, Card]] = MappingProxyType(
    {key: Card(RANKS[key]) for key in Key if key in RANKS}
)
DIGITS: Final[Mapping[Key, int]] = MappingProxyType(
    {key: card.rank % 10 for key, card in CARDS.items() if card.rank <= 10}
)

SIXTEEN: Final = (*CARDS, Key.GO, Key.UNDO, Key.OK)
"""As they lie on the keypad, row by row."""

Keys: TypeAlias = tuple[Key, ...]
"""Pressed one after the other."""


def before_ok(keys: Keys) -> tuple[Keys, bool]:
    """*keys* without an OK that stands last, and whether one does: then the entry is whole."""
    return (keys[:-1], True) if keys[-1:] == (Key.OK,) else (keys, False)
