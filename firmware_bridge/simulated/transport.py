"""The simulated board as a wire, for whoever else opens serial ports: it waits as they do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random
from threading import Condition
from typing import Final

from firmware_bridge.simulated.bad_line import BadLine, Shows, unseen
from firmware_bridge.simulated.faults import Faults

PORT: Final = "simulated"
"""The name of the port that the board is at."""


class SimulatedBoard:
    """A board that can be found and opened like one at a port; it lasts while its wires come and
    go. *clock* counts seconds."""

    def __init__(
        self,
        faults: Faults,
        chance: Random,
        clock: Callable[[], float],
        shows: Shows = unseen,
    ) -> None:
        self._pictures: deque[bytes] = deque()
        self._line = BadLine(faults, chance, self._pictures.append)
        self._clock, self._shows = clock, shows
        self._changed = Condition()

    def ports(self) -> tuple[str, ...]:
        """Where it can be found: nowhere while it is unplugged."""
        with self._changed:
            return (PORT,) if self._line.there(self._clock()) else ()

    def open(self, port: str = PORT) -> SimulatedWire:
        """The wire to it. Raises OSError while it is unplugged."""
        with self._changed:
            self._line.open(self._clock())
        return SimulatedWire(self._line, self._changed, self._clock, self._show)

    def turn(self, key: int, *, down: bool) -> None:
        """One of its keys goes down or up."""
        with self._changed:
            self._line.turn(key, self._clock(), down=down)
            self._changed.notify_all()

    def _show(self) -> None:
        """Tell of what was shown; by now nobody waits for the line."""
        while self._pictures:
            self._shows(self._pictures.popleft())


class SimulatedWire:
    """The Wire contract over a *line* in the program. *changed* guards it and tells of news; *show*
    is said after it was listened to."""

    def __init__(
        self,
        line: BadLine,
        changed: Condition,
        clock: Callable[[], float],
        show: Callable[[], None],
    ) -> None:
        self._line, self._changed, self._clock, self._show = line, changed, clock, show
        self._woken = False

    def read(self, timeout: float) -> bytes:
        """What came within *timeout* seconds. Raises OSError where the board is gone."""
        try:
            return self._come(timeout)
        finally:
            self._show()

    def _come(self, timeout: float) -> bytes:
        with self._changed:
            ends = self._clock() + timeout
            while True:
                now = self._clock()
                said = self._line.say(now)
                if said or self._woken or now >= ends:
                    self._woken = False
                    return said
                self._changed.wait(min(ends - now, self._line.due_in(now)))

    def write(self, data: bytes) -> None:
        """Send *data*. Raises OSError where the board is gone."""
        with self._changed:
            self._line.hear(data, self._clock())

    def wake(self) -> None:
        """End the reading that goes on, or the next one."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def close(self) -> None:
        """Nothing is held."""
