"""The strip's status in the live state, the frames that it is handed, and disabled lights."""

from collections.abc import Sequence
from threading import Condition
from typing import Final

from scorekeeper.board.board import Board
from scorekeeper.board.geometry.fit import Misfit, fit
from scorekeeper.board.light.colour import Frame, Look
from scorekeeper.board.light.power import Power
from scorekeeper.board.render.scene import Scene
from scorekeeper.board.wiring.wiring import WiringFault
from scorekeeper.device import DeviceFault, FaultListener, Health
from scorekeeper.table import Table
from scorekeeper.words import Fault
from scorekeeper.words.wiring import underpowered, wiring_faults


def publish(table: Table, health: str, fault: DeviceFault | None) -> None:
    """Set the strip's *health* and *fault* in the live state of *table*."""
    table.set_live(strip=health, strip_fault=fault.message if fault else None)


def misfit(scene: Scene, board: Board) -> DeviceFault | None:
    """Return why the game of *scene* cannot be shown on *board*; None where it can."""
    fitted = fit(board.shape, scene.goals) if scene.moves else None
    if not isinstance(fitted, Misfit):
        return None
    return DeviceFault(
        "This game goes round the board {laps} times, and its lights can tell {most}: "
        "a board with more holes would show it.",
        laps=fitted.laps,
        most=fitted.most,
    )


def power_fault(leds: int, power: Power) -> DeviceFault:
    """Return the fault that *power* keeps all of *leds* LEDs dark."""
    return _as_device_fault(underpowered(leds, power))


def _as_device_fault(fault: Fault) -> DeviceFault:
    values = {
        name: _as_device_fault(value) if isinstance(value, Fault) else value
        for name, value in fault.values.items()
    }
    return DeviceFault(fault.sentence, **values)


def broken() -> DeviceFault:
    """Return the fault of lights that a mistake put out; the log has the mistake."""
    return DeviceFault(
        "A mistake in this program put the lights out: the next entry tries them again. "
        "If they stay dark, restart it."
    )


class Shown:
    """The newest frame and its number, which counts those that differed; 0 is before the first."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._number, self._frame = 0, b""

    def put(self, frame: Frame) -> None:
        """Store *frame* as the newest."""
        with self._changed:
            if frame != self._frame:
                self._number, self._frame = self._number + 1, frame
                self._changed.notify_all()

    def after(self, number: int, timeout: float) -> tuple[int, Frame]:
        """Return the newest frame and number: once that differs, or after *timeout* seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != number, timeout)
            return self._number, self._frame


def miswired(faults: Sequence[WiringFault]) -> DeviceFault:
    """Return the fault of a board that is badly wired."""
    return _as_device_fault(wiring_faults(faults))


class DisabledLights:
    """The lights of a *table* that open no strip, as where a board is badly wired; *fault* says
    why, and *reported* in a word."""

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

    def set_look(self, look: Look) -> None:
        """Do nothing: no look is shown."""

    def start(self) -> None:
        """Report why the strip stays dark."""
        self.health = self._reported
        publish(self._table, self.health, self.fault)
        self._news(self.fault)

    def stop(self) -> None:
        """Report that the lights are off."""
        self.health = Health.OFF
        publish(self._table, self.health, None)
