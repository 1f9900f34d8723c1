"""A small display beside the cards: the running count, large, and the scores below it.

A reading is shown again every few seconds: a display that was pulled out meanwhile, or lost its
power for a moment, gets it as soon as it is back, and one that is gone is missed.
"""

from collections.abc import Callable
from math import inf
from typing import Final

from hardware.device import RETRY_SECONDS, Peripheral
from hardware.display.display import Display, Reading, reading
from scorekeeper.device import FaultListener, Health
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table

IDLE_SECONDS: Final = 600.0
"""Without anything new the display goes dark: what is shown for long burns in."""


class Readout(Peripheral[Display]):
    """Lets people read how *table* stands."""

    def __init__(
        self,
        table: Table,
        open_display: Callable[[], Display],
        tell: FaultListener,
        retry: float = RETRY_SECONDS,
    ) -> None:
        super().__init__("readout", table, open_display, tell, health=Health.OK, retry=retry)
        self._retry = retry
        self._changed_at, self._due = table.ticks(), -inf
        self._shown: Reading | None = None

    def _set_health(self, health: str) -> None:
        self._table.set_live(display=health)

    def _act(self, before: Snapshot, now: Snapshot) -> float:
        ticks = self._table.ticks()
        if now.revision != before.revision:
            self._changed_at = ticks
        lit = ticks - self._changed_at < IDLE_SECONDS
        wanted = reading(now.game, now.live) if lit else None
        if wanted != self._shown or ticks >= self._due:
            self._shown, self._due = wanted, ticks + self._retry
            self._use(lambda display: display.show(wanted) if wanted else display.hide())
        return max(self._due - self._table.ticks(), 0.0)
