"""A clock for tests: alarms go off, and seconds pass, only as it is told."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """Sets alarms, which go off as it is told that time passes."""

    def __init__(self) -> None:
        self.now, self.set = 0.0, list[Ring]()

    def ticks(self) -> float:
        """As a table asks for them."""
        return self.now

    def alarm(self, seconds: float, do: Callable[[], None]) -> Ring:
        """As ``threading.Timer`` makes one."""
        return Ring(self, self.now + seconds, do)

    def passes(self, seconds: float) -> None:
        """So long nobody does anything."""
        self.now += seconds
        for ring in [one for one in self.set if one.due <= self.now]:
            ring.cancel()
            ring.do()


class Ring:
    """Does something when *clock* says that it is *due*."""

    daemon = False

    def __init__(self, clock: Clock, due: float, do: Callable[[], None]) -> None:
        self.clock, self.due, self.do = clock, due, do

    def start(self) -> None:
        """It waits; the program need not."""
        assert self.daemon
        self.clock.set.append(self)

    def cancel(self) -> None:
        """It waits no more."""
        if self in self.clock.set:
            self.clock.set.remove(self)
