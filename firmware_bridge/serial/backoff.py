"""Backoff between two tries of a port: opening one restarts an Uno, or whatever else is there.

An Uno counts its starts in an EEPROM that wears out, and a foreign Arduino has other work to do.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple, assert_never

from firmware_bridge.link.inbound import End
from firmware_bridge.serial.diagnostics import Cause, Diagnosis

FIRST_WAIT: Final = 0.25
"""Seconds before a port is opened again; twice as long each time that nothing came of it."""
LONGEST_WAIT: Final = 5.0
"""For a port that does not open, so that nothing was started."""
LONGEST_ANEW: Final = 60.0
"""For a port where nobody answers, or a board falls silent before it has shown anything."""
NO_USE: Final = 300.0
"""For a board that answers and cannot do what it is to do."""


class Tried(NamedTuple):
    """The last try of a port: why nothing came of it, how long it is left alone, and until when."""

    diagnosis: Diagnosis
    wait: float
    due: float


class Backoff:
    """The last try of each port, and when it is to be tried again."""

    def __init__(self) -> None:
        self._tried: dict[str, Tried] = {}

    @property
    def most(self) -> Diagnosis:
        """The weightiest diagnosis of all ports."""
        diagnoses = (one.diagnosis for one in self._tried.values())
        return max(diagnoses, key=lambda diagnosis: diagnosis.weight, default=Diagnosis())

    def due(self, there: Iterable[str], now: float) -> tuple[str, ...]:
        """Return the ports due for a try at *now*. One that has just appeared is due now."""
        names = tuple(there)
        self._tried = {name: one for name, one in self._tried.items() if name in names}
        return tuple(
            name for name in names if name not in self._tried or now >= self._tried[name].due
        )

    def tried(self, diagnosis: Diagnosis, now: float, *, steady: bool) -> None:
        """Note the try of a port; *steady* where a board did its work before."""
        before = self._tried.get(diagnosis.port)
        longer = FIRST_WAIT if steady or not before else 2 * before.wait
        wait = _wait(diagnosis.cause, longer)
        self._tried[diagnosis.port] = Tried(diagnosis, wait, now + wait)


def _wait(cause: Cause, longer: float) -> float:
    """Return the seconds to wait after that; *longer* is twice the last wait."""
    match cause:
        case None | OSError():
            return min(longer, LONGEST_WAIT)
        case End.NOBODY | End.SILENCE:
            return min(longer, LONGEST_ANEW)
        case End.OTHER_VERSION | End.UNFIT | End.REFUSED:
            return NO_USE
        case _:
            assert_never(cause)
