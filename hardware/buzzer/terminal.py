"""The bell of this program's own terminal, for people without a buzzer.

It moves no cursor and writes no letter: whatever is drawn in the terminal stays as it is.
"""

import sys
from typing import Final, TextIO

from hardware.buzzer.buzzer import Pattern, Wait
from scorekeeper.device import DeviceFault

BELL: Final = "\a"
RATTLE: Final = 0.1
"""Seconds from bell to bell while it should sound: nobody can say how long a bell is."""
APART: Final = 0.25
"""Seconds to the next sound: any sooner, and many terminals make one of two bells."""


def bells(pattern: Pattern) -> tuple[float, ...]:
    """Return the seconds after each bell that together sound like *pattern*."""
    sounds = (max(round(seconds / RATTLE), 1) for seconds in pattern[::2])
    return tuple(after for rings in sounds for after in (RATTLE,) * (rings - 1) + (APART,))


class TerminalBuzzer:
    """Rings on *out*."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def sound(self, pattern: Pattern, wait: Wait) -> None:
        """One bell for a short sound, a few for a long one."""
        for seconds in bells(pattern):
            self._out.write(BELL)
            self._out.flush()
            if wait(seconds):
                return

    def close(self) -> None:
        """The terminal stays."""


def open_buzzer() -> TerminalBuzzer:
    """The bell of this program's own terminal. Raises DeviceFault if it has none: in a
    file it would only be an odd letter."""
    if not sys.stdout.isatty():
        raise DeviceFault("This program runs in no terminal that could ring.")
    return TerminalBuzzer(sys.stdout)
