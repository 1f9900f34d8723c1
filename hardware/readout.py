"""A small display beside the cards: the running count, large, and the scores below it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Final, TypeAlias

from hardware.displays import Display, Reading
from hardware.part_fault import PartFault, told
from scorekeeper.board.strip import Health
from scorekeeper.game.facts import facts_of
from scorekeeper.game.state import Game, Phase
from scorekeeper.table import Table

AGAIN_SECONDS: Final = 5.0
IDLE_SECONDS: Final = 600.0
"""Without anything new the display goes dark: what stands for long burns in."""
WEEK: Final = 7 * 86_400.0

READOUT: Final = "readout"
"""An aside: how it is."""


def reading(game: Game) -> Reading:
    """The running count above the scores; the scores alone where nobody lays cards."""
    scores = " ".join(map(str, game.scores))
    if game.phase is Phase.PLAY:
        return Reading(str(facts_of(game).count), scores)
    return Reading(scores)


Tell: TypeAlias = Callable[[PartFault | None], object]


class Readout:
    """Lets people read how *table* stands, on what *open_display* opens: again and again, where it
    is not there. *tell* hears why nothing is shown, and None when it is back."""

    def __init__(self, table: Table, open_display: Callable[[], Display], tell: Tell) -> None:
        self._table, self._open, self._tell = table, open_display, tell
        self._display: Display | None = None
        self._drawn: Reading | None = None
        self._health: str = Health.OK
        self._closing = Event()
        self._thread = Thread(target=self._run, name="readout", daemon=True)

    def start(self) -> None:
        """Begin to show."""
        self._thread.start()

    def stop(self) -> None:
        """Be dark."""
        self._closing.set()
        self._table.aside(READOUT, Health.OFF)  # Also wakes it.
        self._thread.join()

    def _run(self) -> None:
        snapshot = self._table.now
        while not self._closing.is_set():
            shows = self._shown(reading(snapshot.game))
            newer = self._table.after(snapshot.pulse, IDLE_SECONDS if shows else AGAIN_SECONDS)
            if shows and newer.pulse == snapshot.pulse:
                self._hide()
                newer = self._table.after(snapshot.pulse, WEEK)
            snapshot = newer
        self._close()

    def _shown(self, wanted: Reading) -> bool:
        """Show it, unless it is shown already; whether it is."""
        try:
            self._display = self._display or self._open()
            if wanted != self._drawn:
                self._display.show(wanted)
        except OSError as fault:
            self._close()
            self._be(Health.LOST, told(fault))
            return False
        self._drawn = wanted
        self._be(Health.OK)
        return True

    def _hide(self) -> None:
        with suppress(OSError):
            if self._display:
                self._display.hide()
        self._drawn = None

    def _close(self) -> None:
        with suppress(OSError):
            if self._display:
                self._display.close()
        self._display = self._drawn = None

    def _be(self, health: str, fault: PartFault | None = None) -> None:
        if health != self._health:
            self._health = health
            self._table.aside(READOUT, health)
            self._tell(fault)
