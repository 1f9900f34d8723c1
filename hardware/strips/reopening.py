"""A strip that comes back by itself: whoever draws on it never hears that it was gone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import Health, Mending, Strip, StripFault
from scorekeeper.words import en

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 5.0


class LastingStrip:
    """Opens a strip, and opens it anew after it failed: at once the first time, then ever later.

    Every frame is a whole picture, so the first one after that puts everything right.
    """

    def __init__(self, open_strip: Callable[[], Strip], clock: Callable[[], float]) -> None:
        self._open, self._clock = open_strip, clock
        self._strip: Strip | None = None
        self._wait, self._due = FIRST_WAIT, clock()
        self.fault: StripFault | None = None
        """Why the strip shows nothing; None while it works."""

    @property
    def health(self) -> str:
        """The strip's own word, or that it is lost."""
        return self._strip.health if self._strip and not self.fault else Health.LOST

    @property
    def due_in(self) -> float:
        """In how many seconds a lost strip is tried again; 0 for one that takes frames."""
        return max(self._due - self._clock(), 0.0)

    def show(self, frame: Frame) -> None:
        """Show *frame*, if the strip is there or due to be tried again."""
        if self.due_in and not self._strip:
            return
        try:
            self._strip = self._strip or self._open()
            self._strip.show(frame)
        except Mending as fault:
            self.fault, self._due = fault, self._clock() + FIRST_WAIT
        except OSError as fault:
            self.close()
            self.fault = said(fault)
            self._due = self._clock() + self._wait
            self._wait = min(2 * self._wait, LONGEST_WAIT)
        else:
            self.fault, self._wait, self._due = None, FIRST_WAIT, self._clock()

    def close(self) -> None:
        """Close the strip, whatever it says to that."""
        if self._strip:
            with suppress(OSError):
                self._strip.close()
        self._strip = None


def said(fault: OSError) -> StripFault:
    """*fault* as a sentence for people."""
    if isinstance(fault, StripFault):
        return fault
    reason = fault.strerror or str(fault) or type(fault).__name__
    return StripFault(en("The strip does not work ({reason})."), reason=reason)
