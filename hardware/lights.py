"""The lights' loop: when the table changes the strip shows it, and once all is still it sleeps."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from hardware.strips.lasting import LastingStrip
from hardware.strips.strip import Health, Strip
from scorekeeper.board.board import Board
from scorekeeper.board.fit import Misfit, fit
from scorekeeper.board.picture import picture, still_after
from scorekeeper.board.power import Power, corrected, limited
from scorekeeper.board.scene import scene_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table

FRAME_SECONDS: Final = 1 / 60
ASLEEP_SECONDS: Final = 60.0
"""Nothing happens then; the table wakes the loop."""


class Lights:
    """Draws *table* on the strip that *open_strip* opens, from a thread of its own.

    The strip's health is the table's aside ``strip``. A strip that fails is opened again and again
    until it is back; nobody who keeps score notices more than that word.
    """

    def __init__(
        self,
        table: Table,
        board: Board,
        open_strip: Callable[[], Strip],
        *,
        clock: Callable[[], float],
        gamma: float,
        power: Power,
    ) -> None:
        self._table, self._board, self._clock = table, board, clock
        self._gamma, self._power = gamma, power
        self._strip = LastingStrip(open_strip, clock)
        self._line, self._since = ("", -1), 0.0
        self._thread = Thread(target=self._run, name="lights", daemon=True)
        self._stopping = Event()
        self.health: str = Health.OFF

    @property
    def fault(self) -> str:
        """What a lost strip said; empty while it works."""
        return self._strip.fault

    def start(self) -> None:
        """Begin to draw."""
        self._thread.start()

    def stop(self, patience: float = 3.0) -> None:
        """Put the lights out. A strip that hangs is left to itself after *patience* seconds."""
        self._stopping.set()
        self._table.aside("strip", Health.OFF)  # Also wakes the loop.
        self._thread.join(patience)

    def draw(self, snapshot: Snapshot) -> float:
        """Show *snapshot* as it looks now; for how many seconds nothing else need be drawn."""
        began = self._clock()
        if self._line != (snapshot.journal, snapshot.version):
            self._line, self._since = (snapshot.journal, snapshot.version), began
        scene = scene_of(snapshot)
        frame = picture(scene, self._board, began - self._since)
        self._strip.show(limited(corrected(frame, self._gamma), self._power))
        self._tell(snapshot)
        if self._strip.health == Health.LOST:
            return self._strip.due_in
        if began - self._since >= still_after(scene, self._board):
            return ASLEEP_SECONDS
        took = self._clock() - began
        return max(FRAME_SECONDS - took, took)

    def _tell(self, snapshot: Snapshot) -> None:
        """Say how the strip is, when that is news."""
        rules = snapshot.game.rules
        fitted = fit(self._board, len(snapshot.game.pegs), rules.target) if rules else None
        working = self._strip.health == Health.OK
        health = Health.MISFIT if working and isinstance(fitted, Misfit) else self._strip.health
        if health != self.health:
            self._say(health)

    def _say(self, health: str) -> None:
        self.health = health
        self._table.aside("strip", health)

    def _run(self) -> None:
        snapshot = self._table.now
        try:
            while not self._stopping.is_set():
                seconds = self.draw(snapshot)
                snapshot = self._table.after(snapshot.pulse, seconds)
        finally:
            self._strip.close()
            self._say(Health.OFF)
