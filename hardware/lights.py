"""The render loop of the lights: draws the table on the strip after each change."""

import logging
from collections.abc import Callable
from math import inf
from threading import Condition, Event, Thread
from typing import Final

from msgspec.structs import replace

from hardware.device import (
    STOP_SECONDS,
    STUCK_SECONDS,
    Reopening,
    hangs,
    health_of,
    join_or_leave,
)
from hardware.strips.strip import DOES_NOT_WORK, Strip
from scorekeeper.board.light import Frame, Look, Power, corrected, dimmed, limited, underpowered
from scorekeeper.board.picture import picture, settles_at
from scorekeeper.board.scene import EMPTY, Scene, scene_of
from scorekeeper.board.shape import Misfit, fit
from scorekeeper.board.wiring import Board
from scorekeeper.device import DeviceFault, FaultListener, Health
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.table import Table
from scorekeeper.words import Fault


def publish(table: Table, health: str, fault: DeviceFault | None) -> None:
    table.set_machine(strip=health, strip_fault=fault.message if fault else None)


def as_device_fault(fault: Fault) -> DeviceFault:
    values = {
        name: as_device_fault(value) if isinstance(value, Fault) else value
        for name, value in fault.values.items()
    }
    return DeviceFault(fault.sentence, **values)


class Shown:
    """The newest frame and its number, incremented on each change; 0 before the first frame."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._number, self._frame = 0, b""

    def put(self, frame: Frame) -> None:
        with self._changed:
            if frame != self._frame:
                self._number, self._frame = self._number + 1, frame
                self._changed.notify_all()

    def after(self, number: int, timeout: float) -> tuple[int, Frame]:
        """Return the number and the newest frame. Waits until the number differs from *number*, for
        at most *timeout* seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != number, timeout)
            return self._number, self._frame


class DisabledLights:
    """The lights of a *table* whose wiring is invalid, without a strip. *fault*: the reason;
    *reported*: the health published."""

    def __init__(
        self,
        table: Table,
        fault: DeviceFault,
        news: FaultListener,
        *,
        reported: Health = Health.MISWIRED,
        shown: Shown | None = None,
    ) -> None:
        self._table, self._news, self._reported = table, news, reported
        self.health: str = Health.OFF
        self.fault: Final = fault
        self.shown: Final = shown or Shown()

    def set_look(self, look: Look) -> None: ...

    def start(self) -> None:
        """Publish why the strip is dark."""
        self.health = self._reported
        publish(self._table, self.health, self.fault)
        self._news(self.fault)

    def stop(self) -> None:
        self.health = Health.OFF
        publish(self._table, self.health, None)


log = logging.getLogger(__name__)

FRAME_SECONDS: Final = 1 / 60
ASLEEP_SECONDS: Final = 60.0
"""Idle timeout of the loop in seconds, to update the brightness by time of day. Changes wake it."""

HANGS_SECONDS: Final = 20.0
"""Seconds overdue after which the loop counts as hanging; a DNS lookup can take half as long."""

OUT: Final = frozenset({Health.LOST, Health.UNFED, Health.BROKEN})
"""Health values that mean a dark strip, also reported in the terminal."""


class Lights:
    """Draws *table* on the strip returned by *open_strip*, in its own thread.

    *clock*: that of the table. *source* maps the current snapshot to the one drawn, which differs
    during a replay. *dim* returns the brightness from 0 to 1. Frames are repeated at least every
    *refresh_every* seconds. A failed strip is reopened until it works; the machine's state has
    ``strip`` and ``strip_fault``, and *news* is called with the fault, then with None when it works
    again. An internal error is reported in the same way, and drawing resumes at the next change.
    *shown* receives the frames.
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
        source: Callable[[Snapshot], Snapshot] = lambda snapshot: snapshot,
        dim: Callable[[], float] = lambda: 1.0,
        refresh_every: float = ASLEEP_SECONDS,
        news: FaultListener = lambda fault: None,
        shown: Shown | None = None,
    ) -> None:
        self._table, self._board, self._clock = table, board, clock
        self._gamma, self._power, self._dim, self._source = gamma, power, dim, source
        self._refresh_every, self._news = min(refresh_every, ASLEEP_SECONDS), news
        self._strip = Reopening(open_strip, clock, sentence=DOES_NOT_WORK)
        self._thread = Thread(target=self._run, name="lights", daemon=True)
        self._stopping = Event()
        self._due: float | None = None
        """When the next iteration is due; None before the first."""
        self._scene_from: Snapshot | None = None
        self._scene = EMPTY
        """The scene of ``_scene_from``, cached for all frames of an animation."""
        self._settles_at = inf
        """Seconds from the snapshot to the end of its animation on the board ``_settled_on``."""
        self._settled_on: Board | None = None
        self._power_fault: DeviceFault | None = None
        self._misfit: DeviceFault | None = None
        """Why the scene cannot be shown on the board; None if it can."""
        self._showing: float | None = None
        """When the current ``show`` of the strip began; None if idle."""
        self.health: str = Health.OFF
        self.fault: DeviceFault | None = None
        """Why the strip is dark; None if it works."""
        self.shown = shown or Shown()
        """The frames sent to the strip."""

    def set_look(self, look: Look) -> None:
        """Change the look of the board, from the next frame on."""
        self._board = replace(self._board, look=look)

    def start(self) -> None:
        self._thread.start()

    def stop(self, within: float = STOP_SECONDS) -> None:
        """Turn the lights off and stop the thread. A strip that hangs is abandoned."""
        self._stopping.set()
        self._table.set_machine(strip=Health.OFF)  # Also wakes the loop.
        join_or_leave(self._thread, within)

    @property
    def is_turning(self) -> bool:
        """False if the loop hangs, blocked by the strip."""
        due = self._due
        return due is None or self._clock() < due + HANGS_SECONDS

    def poll(self) -> None:
        """Report the strip as lost if it hangs. Call it from another thread."""
        since = self._showing
        if since is None or self.health in OUT or self._clock() < since + STUCK_SECONDS:
            return
        fault = hangs(self._clock() - since)
        self._say(Health.LOST, fault)
        self._news(fault)

    def draw(self, snapshot: Snapshot) -> float:
        """Draw *snapshot* at the current time. Return the seconds until the next frame is due."""
        began, snapshot = self._clock(), self._source(snapshot)
        if snapshot is not self._scene_from or self._board is not self._settled_on:
            self._prepare(snapshot)
        scene = self._scene
        seconds = min(max(began - snapshot.since, 0.0), scene.waits_at)
        frame = self._frame(scene, seconds)
        self.shown.put(frame)
        if self._strip.ready:
            self._strip.use(lambda strip: self._show(strip, frame))
        self._tell()
        if self._strip.fault:
            return self._strip.due_in
        if seconds >= min(self._settles_at, scene.waits_at):
            return self._refresh_every
        took = self._clock() - began
        return max(FRAME_SECONDS - took, took)

    def _prepare(self, snapshot: Snapshot) -> None:
        """Compute the data shared by all frames of *snapshot* on this board."""
        board, scene = self._board, scene_of(snapshot)
        self._settles_at = settles_at(scene, board)
        fault = underpowered(board.pixels, self._power)
        self._power_fault = as_device_fault(fault) if fault else None
        fitted = fit(board.shape, scene.goals) if scene.moves else None
        self._misfit = None
        if isinstance(fitted, Misfit):
            self._misfit = DeviceFault(
                "This game takes {laps} laps, but the lights can show only {most}: use a board "
                "with more holes.",
                laps=fitted.laps,
                most=fitted.most,
            )
        self._scene_from, self._scene, self._settled_on = snapshot, scene, board

    def _frame(self, scene: Scene, seconds: float) -> Frame:
        """Return the frame at *seconds*, dimmed, gamma-corrected and power-limited."""
        drawn, level = picture(scene, self._board, seconds), self._dim()
        if level <= 0:
            return bytes(len(drawn))
        return limited(corrected(dimmed(drawn, level), self._gamma), self._power)

    def _show(self, strip: Strip, frame: Frame) -> None:
        self._showing = self._clock()
        try:
            strip.show(frame)
        finally:
            self._showing = None

    def _tell(self) -> None:
        """Publish the strip's health if it has changed."""
        health, fault = health_of(self._strip), self._strip.fault
        if health == Health.LOST and not fault:
            return  # The next frame, due immediately, determines the fault.
        if health == Health.OK and self._power_fault:
            health, fault = Health.UNFED, self._power_fault
        elif health == Health.OK and self._misfit:
            health, fault = Health.MISFIT, self._misfit
        if (health, str(fault)) != (self.health, str(self.fault)):
            out = self.health in OUT
            self._say(health, fault)
            if out != (health in OUT):
                self._news(fault if health in OUT else None)

    def _say(self, health: str, fault: DeviceFault | None = None) -> None:
        self.health, self.fault = health, fault
        publish(self._table, health, fault)

    def _run(self) -> None:
        snapshot = self._table.now
        try:
            while not self._stopping.is_set():
                self._due = self._clock()
                try:
                    seconds = self.draw(snapshot)
                except Exception:  # A bug must not stop later frames: the next change is drawn.
                    seconds = ASLEEP_SECONDS
                    if self.health != Health.BROKEN:
                        log.exception("internal error: lights turned off")
                        broken = DeviceFault(
                            "An internal error turned the lights off: the next entry tries them "
                            "again. If they stay off, restart Cribble."
                        )
                        self._say(Health.BROKEN, broken)
                        self._news(self.fault)
                    self._strip.close()
                self._due = self._clock() + seconds
                snapshot = self._table.after(snapshot.revision, seconds)
        finally:
            self._strip.close()
            self._say(Health.OFF)
