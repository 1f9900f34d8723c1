"""What befalls a line now and then, and is over after a while."""

from __future__ import annotations

from random import Random


class Mishap:
    """Befalls after every *period* seconds, half of it more or less, and lasts *lasting* seconds,
    from the least to the most. A period of 0: never."""

    def __init__(self, period: float, lasting: tuple[float, float], chance: Random) -> None:
        self._period, self._lasting, self._chance = period, lasting, chance
        self._begins: float | None = None
        self._ends = 0.0

    def on(self, now: float) -> bool:
        """Whether it has befallen by *now* and is not over. Time begins with the first look."""
        if not self._period:
            return False
        if self._begins is None or now >= self._ends:
            self._begins = now + self._period * self._chance.uniform(0.5, 1.5)
            self._ends = self._begins + self._chance.uniform(*self._lasting)
        return now >= self._begins
