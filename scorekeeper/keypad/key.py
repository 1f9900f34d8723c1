"""The keys: thirteen ranks, Go, Undo and OK; OK held is a key of its own."""

from collections.abc import Mapping
from enum import StrEnum
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
        """The card of that rank; None for other keys."""
        return CARDS.get(self)

    @property
    def digit(self) -> int | None:
        """The digit where points are typed: the ace is 1, the 10 is 0."""
        return DIGITS.get(self)


CARDS: Final[Mapping[Key, Card]] = {key: Card(RANKS[key]) for key in Key if key in RANKS}
KEYS: Final[Mapping[Card, Key]] = {card: key for key, card in CARDS.items()}
DIGITS: Final[Mapping[Key, int]] = {
    key: card.rank % 10 for key, card in CARDS.items() if card.rank <= 10
}

SIXTEEN: Final = (*CARDS, Key.GO, Key.UNDO, Key.OK)
"""As they lie on the keypad, row by row."""

Keys: TypeAlias = tuple[Key, ...]
"""Pressed one after the other."""


def split_ok(keys: Keys) -> tuple[Keys, bool]:
    """Return *keys* without an OK at their end, and True if there was one: it ends an entry."""
    return (keys[:-1], True) if keys[-1:] == (Key.OK,) else (keys, False)
