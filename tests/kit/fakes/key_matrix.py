"""Sixteen keys on four rows and four columns, as they are: they bounce, and have no diodes."""

from functools import cache
from random import Random
from typing import Final

ROWS = COLUMNS = 4
KEYS: Final = ROWS * COLUMNS
LONGEST_BOUNCE: Final = 3
"""Samples of 5 ms: a bad contact needs 15 ms to come to rest."""


class KeyMatrix:
    """Fingers press and release; a scan sees what the current does with the closed contacts."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.fingers = 0
        """One bit for each key that somebody presses."""
        self._bouncing: dict[int, int] = {}

    def move(self, key: int) -> None:
        """A finger goes down on *key* or leaves it; its contact bounces either way."""
        self.fingers ^= 1 << key
        self._bouncing[key] = self._chance.randint(0, LONGEST_BOUNCE)

    def scan(self) -> int:
        """One sample: row after row, so that a contact may move between two of them."""
        matrix = sum(row_seen(row, self._contacts()) << COLUMNS * row for row in range(ROWS))
        self._bouncing = {key: left - 1 for key, left in self._bouncing.items() if left > 1}
        return matrix

    def _contacts(self) -> int:
        contacts = self.fingers
        for key, left in self._bouncing.items():
            if left and self._chance.random() < 0.5:
                contacts ^= 1 << key
        return contacts


@cache
def row_seen(row: int, contacts: int) -> int:
    """Return the columns that are low when *row* is, through all *contacts* that connect."""
    rows, columns = {row}, set[int]()
    while True:
        further = {
            (key // COLUMNS, key % COLUMNS)
            for key in range(KEYS)
            if contacts >> key & 1 and (key // COLUMNS in rows or key % COLUMNS in columns)
        }
        if further <= {(r, c) for r in rows for c in columns}:
            return sum(1 << column for column in columns)
        rows |= {r for r, _ in further}
        columns |= {c for _, c in further}
