"""A serial line with faults: how often each comes, and what it does to the line."""

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from firmware_bridge.simulated import BOOTING_SECONDS, OnShow, SerialLine, unseen

STALLED_SECONDS: Final = (0.1, 2.0)
"""Some are over before the Pi gives up."""
VANISHED_SECONDS: Final = (1.0, 5.0)


class Faults(NamedTuple):
    """The share of bytes lost, flipped or repeated, and the seconds between mishaps; 0 is never."""

    drop: float = 0.0
    flip: float = 0.0
    duplicate: float = 0.0
    stall: float = 0.0
    reboot: float = 0.0
    vanish: float = 0.0

    def arriving(self, data: bytes, chance: Random) -> bytes:
        """Return what arrives of *data*."""
        if not (self.drop or self.flip or self.duplicate):
            return data
        return b"".join(self._each(data, chance))

    def _each(self, data: bytes, chance: Random) -> Iterator[bytes]:
        for byte in data:
            if chance.random() < self.drop:
                continue
            turned = 1 << chance.randrange(8) if chance.random() < self.flip else 0
            yield bytes((byte ^ turned,)) * (1 + (chance.random() < self.duplicate))


class Mishap:
    """Begins every *period* seconds, half more or less (0: never), and lasts *lasting* seconds."""

    def __init__(self, period: float, lasting: tuple[float, float], chance: Random) -> None:
        self._period, self._lasting, self._chance = period, lasting, chance
        self._begins: float | None = None
        self._ends = 0.0

    def on(self, now: float) -> bool:
        """True if it has begun by *now* and is not over. Time begins with the first look."""
        if not self._period:
            return False
        if self._begins is None or now >= self._ends:
            self._begins = now + self._period * self._chance.uniform(0.5, 1.5)
            self._ends = self._begins + self._chance.uniform(*self._lasting)
        return now >= self._begins


class NoisyLine(SerialLine):
    """A line with *faults*, as *chance* has it."""

    def __init__(
        self, faults: Faults, chance: Random, shows: OnShow = unseen, *, baud: int = 115_200
    ) -> None:
        super().__init__(shows, baud=baud)
        self._faults, self._chance = faults, chance
        self._stall = Mishap(faults.stall, STALLED_SECONDS, chance)
        self._reboot = Mishap(faults.reboot, 2 * (BOOTING_SECONDS,), chance)
        self._vanish = Mishap(faults.vanish, VANISHED_SECONDS, chance)

    def there(self, now: float) -> bool:
        return not self._vanish.on(now)

    def data_to_send(self, now: float) -> bytes:
        self._look(now)
        return b"" if self._stall.on(now) else super().data_to_send(now)

    def arriving(self, data: bytes) -> bytes:
        return self._faults.arriving(data, self._chance)

    def _look(self, now: float) -> None:
        super()._look(now)
        if self._reboot.on(now) and now >= self._ready_at:
            self.start(now)
