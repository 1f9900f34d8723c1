"""How long a port is left alone: opening one starts an Uno anew, and whatever else is there.

An Uno counts its starts in an EEPROM that wears out, and a foreign Arduino has other work to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, assert_never

from firmware_bridge.link.inbound import End
from firmware_bridge.serial.diagnostics import Trouble, Why

FIRST_WAIT: Final = 0.25
"""Seconds before a port is opened anew; twice as long each time that nothing came of it."""
LONGEST_WAIT: Final = 5.0
"""For a port that does not open, so that nothing was started."""
LONGEST_ANEW: Final = 60.0
"""Where nobody answers, or a board falls silent before it has shown anything."""
NO_USE: Final = 300.0
"""Where a board answers that cannot do what it is to do."""


class Tried(NamedTuple):
    """Why nothing came of a port, how long it is left alone for that, and until when."""

    trouble: Trouble
    wait: float
    due: float


class Patience:
    """What came of each port, and when it is to be tried again."""

    def __init__(self) -> None:
        self._tried: dict[str, Tried] = {}

    @property
    def most(self) -> Trouble:
        """Of all ports, the trouble that tells most."""
        troubles = (one.trouble for one in self._tried.values())
        return max(troubles, key=lambda trouble: trouble.tells, default=Trouble())

    def due(self, there: Iterable[str], now: float) -> tuple[str, ...]:
        """Those of the ports *there* that are to be tried at *now*; at once where one was not there
        at the last look."""
        names = tuple(there)
        self._tried = {name: one for name, one in self._tried.items() if name in names}
        return tuple(
            name for name in names if name not in self._tried or now >= self._tried[name].due
        )

    def tried(self, trouble: Trouble, now: float, *, steady: bool) -> None:
        """That came of its port; *steady* where a board did its work before."""
        before = self._tried.get(trouble.port)
        longer = FIRST_WAIT if steady or not before else 2 * before.wait
        wait = _wait(trouble.why, longer)
        self._tried[trouble.port] = Tried(trouble, wait, now + wait)


def _wait(why: Why, longer: float) -> float:
    """The seconds to wait after that, where they would be so much *longer* than the last time."""
    match why:
        case None | OSError():
            return min(longer, LONGEST_WAIT)
        case End.NOBODY | End.SILENCE:
            return min(longer, LONGEST_ANEW)
        case End.OTHER_VERSION | End.UNFIT | End.REFUSED:
            return NO_USE
        case _:
            assert_never(why)
