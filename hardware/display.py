"""Small displays for the running count and the scores, and the same in the terminal.

Readings are resent every few seconds, so that a display recovers after it was unplugged or lost
power, and a missing one is detected.
"""

import os
import sys
from collections.abc import Callable
from math import inf
from typing import Final, NamedTuple, Protocol, TextIO

from hardware.device import RETRY_SECONDS, Peripheral
from hardware.terminal import HALVES, Footer, height, in_rows, writable
from scorekeeper.device import NEW_MACHINE, FaultListener, Health, MachineState, WifiLogin
from scorekeeper.game.codec import facts_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Game, Phase
from scorekeeper.table import Table


class Reading(NamedTuple):
    """A ``large`` text and a ``small`` one below it."""

    large: str = ""
    small: str = ""


def reading(
    game: Game, machine: MachineState = NEW_MACHINE, login: WifiLogin | None = None
) -> Reading:
    """Return the running count with the scores below, or only the scores outside the play. Before a
    match: the address of the page, or the *login* for the table's own Wi-Fi. An exclamation mark
    means that the journal backup is failing."""
    if game.phase is Phase.IDLE:
        return Reading(login.ssid, login.password) if login else Reading(machine.address or "")
    scores = " ".join((*map(str, game.scores), *(["!"] if machine.backup else [])))
    if game.phase is Phase.PLAY:
        return Reading(str(facts_of(game).count), scores)
    return Reading(scores)


class Display(Protocol):
    """Interface of displays. Methods raise OSError on failure."""

    def show(self, shown: Reading) -> None:
        """Show a reading, even if it is unchanged."""

    def hide(self) -> None:
        """Turn the display off until the next reading."""

    def close(self) -> None:
        """Turn the display off and release the device."""


IDLE_SECONDS: Final = 600.0
"""Idle timeout after which the display is turned off, to prevent burn-in."""


class Readout(Peripheral[Display]):
    """Shows readings of *table*, and the *login* for its own Wi-Fi while that is on."""

    def __init__(
        self,
        table: Table,
        open_display: Callable[[], Display],
        tell: FaultListener,
        retry: float = RETRY_SECONDS,
        login: Callable[[], WifiLogin | None] = lambda: None,
    ) -> None:
        super().__init__("readout", table, open_display, tell, health=Health.OK, retry=retry)
        self._retry, self._login = retry, login
        self._changed_at, self._due = table.ticks(), -inf
        self._shown: Reading | None = None

    def _set_health(self, health: str) -> None:
        self._table.set_machine(display=health)

    def _act(self, before: Snapshot, now: Snapshot) -> float:
        ticks = self._table.ticks()
        if now.revision != before.revision:
            self._changed_at = ticks
        lit = ticks - self._changed_at < IDLE_SECONDS
        wanted = reading(now.game, self._table.machine, self._login()) if lit else None
        if wanted != self._shown or ticks >= self._due:
            self._shown, self._due = wanted, ticks + self._retry
            self._use(lambda display: display.show(wanted) if wanted else display.hide())
        return max(self._due - self._table.ticks(), 0.0)


SCALE: Final = 2
ROWS: Final = height(SCALE) + 1
LEFT_TO_OTHERS: Final = 6
"""Minimum number of terminal lines left above the reading."""


class TerminalDisplay:
    """Draws readings at the bottom of the terminal *out*. Prints a line per change if *out* is not
    a terminal or is too small. Unused if the strip is drawn there and shows readings."""

    def __init__(self, out: TextIO) -> None:
        self._out, self._bottom = out, Footer(out)
        self._halves = HALVES if writable(HALVES, out) == HALVES else ""

    def show(self, shown: Reading) -> None:
        """Draw *shown*, or print it if drawing is not possible."""
        size = self._bottom.size
        if size and rows_in(size):
            digits = in_rows(shown.large, size.columns, self._halves, SCALE)
            self._bottom.draw(size, [*digits, shown.small.center(size.columns)])
        else:
            self._bottom.say(" · ".join(filter(None, shown)))

    def hide(self) -> None:
        """No-op: the reading remains in the terminal."""

    def close(self) -> None:
        self._bottom.close()


def rows_in(size: os.terminal_size) -> int:
    """Return the height of a reading in a terminal of *size*; 0 if it does not fit."""
    return ROWS if size.lines >= ROWS + LEFT_TO_OTHERS else 0


def open_terminal() -> TerminalDisplay:
    return TerminalDisplay(sys.stdout)
