"""A small display beside the cards: the running count, large, and the scores below it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Final

from hardware.device import Beside, Tell, told
from hardware.display.display import Display, Reading, reading
from scorekeeper.board.light.device import Health
from scorekeeper.table import Table

AGAIN_SECONDS: Final = 5.0
"""How often the same is shown again: one that was pulled out meanwhile, or lost its power for a
moment, gets it as soon as it is back, and one that is gone is missed."""
IDLE_SECONDS: Final = 600.0
"""Without anything new the display goes dark: what stands for long burns in."""


class Readout(Beside):
    """Lets people read how *table* stands, on what *open_display* opens: again and again, where it
    is not there. *tell* hears why nothing is shown, and None when it is back."""

    def __init__(self, table: Table, open_display: Callable[[], Display], tell: Tell) -> None:
        super().__init__("readout", table, tell, Health.OK)
        self._open, self._due = open_display, -inf
        self._display: Display | None = None
        self._wanted: Reading | None = None

    def _show(self, health: str) -> None:
        self._table.set_live(display=health)

    def _run(self) -> None:
        snapshot, lit = self._table.now, self._table.ticks()
        while not self._closing.is_set():
            now = self._table.ticks()
            self._look(reading(snapshot.game) if now - lit < IDLE_SECONDS else None, now)
            newer = self._table.after(snapshot.revision, max(self._due - self._table.ticks(), 0.0))
            if newer.revision != snapshot.revision:
                lit = self._table.ticks()
            snapshot = newer
        self._close()

    def _look(self, wanted: Reading | None, now: float) -> None:
        """Show what is *wanted*, None: nothing; or show it again, when that is due."""
        if wanted == self._wanted and now < self._due:
            return
        self._wanted, self._due = wanted, now + AGAIN_SECONDS
        try:
            self._display = self._display or self._open()
            if wanted is None:
                self._display.hide()
            else:
                self._display.show(wanted)
        except OSError as fault:
            self._be(Health.LOST, told(fault))
        else:
            self._be(Health.OK)

    def _close(self) -> None:
        with suppress(OSError):
            if self._display:
                self._display.close()
