"""Contacts of a matrix of keys: they bounce, and three of them can look like four. Pure.

Where a row and a column meet, a key joins them. Without diodes three keys that are down at three
corners of a rectangle join the fourth: nobody can tell which of the four are meant, so nothing new
is believed until it can be told again.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

SAMPLE_SECONDS: Final = 0.005
EQUAL: Final = 4
"""Samples that have to agree: 20 ms, longer than cheap keys bounce."""


class KeyEvent(NamedTuple):
    """A key, numbered row by row from 0, went ``down`` or up."""

    key: int
    down: bool


class Contacts:
    """Debounces the samples of a matrix with *columns* columns."""

    def __init__(self, columns: int = 4, equal: int = EQUAL) -> None:
        self._columns, self._equal = columns, equal
        self._down: set[int] = set()
        self._unlike: dict[int, int] = {}
        """The number of samples in a row in which each key was other than it counts as."""

    @property
    def at_rest(self) -> bool:
        """True if no key is down, or was in the last sample."""
        return not self._down and not self._unlike

    def take(self, rows: Sequence[int]) -> tuple[KeyEvent, ...]:
        """Return the changes by a sample: for each row the columns joined with it, as bits.

        Of an ambiguous one only keys that are let go are believed.
        """
        joined = {
            row * self._columns + column
            for row, bits in enumerate(rows)
            for column in range(self._columns)
            if bits >> column & 1
        }
        unlike = joined ^ self._down
        if is_ambiguous(rows):
            unlike &= self._down
        self._unlike = {key: self._unlike.get(key, 0) + 1 for key in unlike}
        changed = sorted(key for key, times in self._unlike.items() if times == self._equal)
        for key in changed:
            del self._unlike[key]
        self._down ^= set(changed)
        return tuple(KeyEvent(key, key in joined) for key in changed)


def is_ambiguous(rows: Sequence[int]) -> bool:
    """True if two rows have three corners of a rectangle: the fourth may be no key that is down."""
    return any(
        one & other and (one | other).bit_count() > 1 for one, other in combinations(rows, 2)
    )
