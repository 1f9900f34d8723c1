"""The simulated board as a transport, in the place of a serial port: it waits as ports do."""

from collections import deque
from collections.abc import Callable
from threading import Condition
from typing import Final

from firmware_bridge.simulated.line import OnShow, SerialLine, unseen

PORT: Final = "simulated"
"""The name of the port that the board is at."""


class SimulatedTransport:
    """A Transport over *line*; *changed* guards it and signals news, *show* follows each read."""

    def __init__(
        self,
        line: SerialLine,
        changed: Condition,
        clock: Callable[[], float],
        show: Callable[[], None],
    ) -> None:
        self._line, self._changed, self._clock, self._show = line, changed, clock, show
        self._woken = False

    def read(self, timeout: float) -> bytes:
        """Return what came within *timeout* seconds. Raises OSError where the board is gone."""
        try:
            return self._come(timeout)
        finally:
            self._show()

    def _come(self, timeout: float) -> bytes:
        with self._changed:
            ends = self._clock() + timeout
            while True:
                now = self._clock()
                said = self._line.data_to_send(now)
                if said or self._woken or now >= ends:
                    self._woken = False
                    return said
                self._changed.wait(min(ends - now, self._line.due_in(now)))

    def write(self, data: bytes) -> None:
        """Send *data*. Raises OSError where the board is gone."""
        with self._changed:
            self._line.receive(data, self._clock())

    def wake(self) -> None:
        """End the reading that goes on, or the next one."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def close(self) -> None:
        """Nothing is held."""


class SimulatedBoard:
    """A board that can be found and opened like one at a port; it lasts while transports to it come
    and go. *clock* counts seconds, *shows* takes its pictures, *line_to* makes the line to it."""

    def __init__(
        self,
        clock: Callable[[], float],
        shows: OnShow = unseen,
        line_to: Callable[[OnShow], SerialLine] = SerialLine,
    ) -> None:
        self._pictures: deque[bytes] = deque()
        self._line = line_to(self._pictures.append)
        self._clock, self._shows = clock, shows
        self._changed = Condition()

    def ports(self) -> tuple[str, ...]:
        """Return the ports where it can be found: none while it is unplugged."""
        with self._changed:
            return (PORT,) if self._line.there(self._clock()) else ()

    def open(self, port: str = PORT) -> SimulatedTransport:
        """Open a transport to it. Raises OSError while it is unplugged."""
        with self._changed:
            self._line.open(self._clock())
        return SimulatedTransport(self._line, self._changed, self._clock, self._show)

    def turn(self, key: int, *, down: bool) -> None:
        """One of its keys goes down or up."""
        with self._changed:
            self._line.turn(key, self._clock(), down=down)
            self._changed.notify_all()

    def _show(self) -> None:
        """Pass on what was shown; by now nobody waits for the line."""
        while self._pictures:
            self._shows(self._pictures.popleft())
