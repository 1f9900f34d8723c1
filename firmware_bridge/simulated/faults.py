"""What can be wrong with a line, for people who want to see it go wrong: a menu, written as words.

``drop=0.001 flip=0.001 duplicate=0.001`` is how many of the bytes are lost, have a bit turned or
come twice, either way; ``stall=20 reboot=60 vanish=30`` after how many seconds, more or less, the
line is frozen, the board starts anew, or is unplugged for a while, again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from scorekeeper.board.light.device import StripFault
from scorekeeper.words import en

LONGEST_PERIOD: Final = 86400.0
"""Seconds; a day."""
LONGEST_QUOTE: Final = 60


class Faults(NamedTuple):
    """The menu; 0 is never."""

    drop: float = 0.0
    flip: float = 0.0
    duplicate: float = 0.0
    stall: float = 0.0
    reboot: float = 0.0
    vanish: float = 0.0

    def arriving(self, data: bytes, chance: Random) -> bytes:
        """What arrives of *data*."""
        if not (self.drop or self.flip or self.duplicate):
            return data
        return b"".join(self._each(data, chance))

    def _each(self, data: bytes, chance: Random) -> Iterator[bytes]:
        for byte in data:
            if chance.random() < self.drop:
                continue
            turned = 1 << chance.randrange(8) if chance.random() < self.flip else 0
            yield bytes((byte ^ turned,)) * (1 + (chance.random() < self.duplicate))


RATES: Final = ("drop", "flip", "duplicate")


def faults_in(text: str) -> Faults:
    """The faults that *text* asks for, which may be empty. Raises StripFault."""
    return Faults(**dict(map(_fault, text.split())))


def _fault(word: str) -> tuple[str, float]:
    name, _, number = word.partition("=")
    most = 1.0 if name in RATES else LONGEST_PERIOD
    try:
        value = float(number)
    except ValueError:
        value = -1.0
    if name not in Faults._fields or not 0 <= value <= most:
        raise StripFault(
            en(
                "{word} in strip.at is no fault of a simulated microcontroller: drop=0.001, "
                "flip=0.001 and duplicate=0.001 are a part of the bytes, from 0 to 1; stall=20, "
                "reboot=60 and vanish=30 are every so many seconds."
            ),
            word=word[:LONGEST_QUOTE],
        )
    return name, value
