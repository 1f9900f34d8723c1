"""The lights' loop: when the table changes the strip shows it, and once all is still it sleeps."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from traceback import print_exc
from typing import Final

from msgspec.structs import replace

from hardware.strip_status import News, Shown, broken, misfit, say, to_nobody, unfed
from hardware.strips.reopening import LastingStrip
from scorekeeper.board.board import Board
from scorekeeper.board.light.colour import Frame, Look
from scorekeeper.board.light.device import Health, Strip, StripFault
from scorekeeper.board.light.power import Power, corrected, dimmed, limited
from scorekeeper.board.render import picture
from scorekeeper.board.render.picture import settles_at
from scorekeeper.board.render.scene import Scene, scene_of
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table

FRAME_SECONDS: Final = 1 / 60
ASLEEP_SECONDS: Final = 60.0
"""Nothing happens then; the table wakes the loop, and within a minute it notices the hour."""

OUT: Final = frozenset({Health.LOST, Health.UNFED, Health.BROKEN})
"""While the strip's word is one of these nothing shines, which the terminal hears of too."""


def _full() -> float:
    return 1.0


def _itself(snapshot: Snapshot) -> Snapshot:
    return snapshot


class Lights:
    """Draws *table* on the strip that *open_strip* opens, from a thread of its own.

    *clock* is the table's own. *seen* says what is drawn instead of a snapshot of the table: a game
    of the past, while one is shown. *dim* says how bright all is to be now, from 0 (dark) to 1. A
    frame is shown again after *rest* seconds at the latest. A strip that fails is opened again and
    again until it is back; nobody who keeps score notices more than ``strip`` and ``strip_fault``
    in the live state, and *news* is told of it: why it is gone, then None when it is back. So is a
    mistake in this program, after which the next change is drawn again.
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
        seen: Callable[[Snapshot], Snapshot] = _itself,
        dim: Callable[[], float] = _full,
        rest: float = ASLEEP_SECONDS,
        news: News = to_nobody,
    ) -> None:
        self._table, self._board, self._clock = table, board, clock
        self._gamma, self._power, self._dim, self._seen = gamma, power, dim, seen
        self._rest, self._news = min(rest, ASLEEP_SECONDS), news
        self._strip = LastingStrip(open_strip, clock)
        self._thread = Thread(target=self._run, name="lights", daemon=True)
        self._stopping = Event()
        self.health: str = Health.OFF
        self.fault: StripFault | None = None
        """Why nothing is shown; None where all is well."""
        self.shown = Shown()
        """What the strip is handed, frame by frame."""

    def dress(self, look: Look) -> None:
        """Give the board another look; the next picture has it."""
        self._board = replace(self._board, look=look)

    def start(self) -> None:
        """Begin to draw."""
        self._thread.start()

    def stop(self, patience: float = 3.0) -> None:
        """Put the lights out. A strip that hangs is left to itself after *patience* seconds."""
        self._stopping.set()
        self._table.set_live(strip=Health.OFF)  # Also wakes the loop.
        self._thread.join(patience)

    def draw(self, snapshot: Snapshot) -> float:
        """Show *snapshot* as it looks now; for how many seconds nothing else need be drawn."""
        began, snapshot = self._clock(), self._seen(snapshot)
        seconds, scene = max(began - snapshot.since, 0.0), scene_of(snapshot)
        frame = self._frame(scene, seconds)
        self.shown.put(frame)
        self._strip.show(frame)
        self._tell(scene)
        if self._strip.health == Health.LOST:
            return self._strip.due_in
        if seconds >= settles_at(scene, self._board):
            return self._rest
        took = self._clock() - began
        return max(FRAME_SECONDS - took, took)

    def _frame(self, scene: Scene, seconds: float) -> Frame:
        """The picture as the lights take it, within what the supply gives."""
        drawn, level = picture(scene, self._board, seconds), self._dim()
        if level <= 0:
            return bytes(len(drawn))
        return limited(corrected(dimmed(drawn, level), self._gamma), self._power)

    def _tell(self, scene: Scene) -> None:
        """Say how the strip is, when that is news."""
        health, fault = self._strip.health, self._strip.fault
        if health == Health.LOST and not fault:
            return  # The next frame, which is due at once, finds out why.
        if health == Health.OK and (why := unfed(self._board, self._power)):
            health, fault = Health.UNFED, why
        elif health == Health.OK and (why := misfit(scene, self._board)):
            health, fault = Health.MISFIT, why
        if (health, str(fault)) != (self.health, str(self.fault)):
            out = self.health in OUT
            self._say(health, fault)
            if out != (health in OUT):
                self._news(fault if health in OUT else None)

    def _say(self, health: str, fault: StripFault | None = None) -> None:
        self.health, self.fault = health, fault
        say(self._table, health, fault)

    def _run(self) -> None:
        snapshot = self._table.now
        try:
            while not self._stopping.is_set():
                seconds = self._draw_or_tell(snapshot)
                snapshot = self._table.after(snapshot.revision, seconds)
        finally:
            self._strip.close()
            self._say(Health.OFF)

    def _draw_or_tell(self, snapshot: Snapshot) -> float:
        """Draw *snapshot*; a mistake in this program is told, and the next change drawn again."""
        try:
            return self.draw(snapshot)
        except Exception:  # noqa: BLE001 (whatever it is, one picture must not end all the others)
            if self.health != Health.BROKEN:
                print_exc()
                self._say(Health.BROKEN, broken())
                self._news(self.fault)
            self._strip.close()
            return ASLEEP_SECONDS
