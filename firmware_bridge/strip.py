"""The strip behind a microcontroller: it leaves the newest frame at the port, and never waits."""

from collections.abc import Callable
from typing import Final, TypeAlias

from firmware_bridge.serial.diagnostics import Plan, fault_of
from firmware_bridge.serial.port import Port
from scorekeeper.board.light.colour import Frame
from scorekeeper.device import DeviceFault, Health

Arrange: TypeAlias = Callable[[Frame], bytes]
"""Puts the colours of a frame into the order of the strip."""

SETTLE_SECONDS: Final = 2.0
"""Seconds that a board has when it is opened, so that one that is there is not called lost: an Uno
restarts then, which takes it some 1.6."""


class BridgeStrip:
    """A strip behind the board at *port*, its colours ordered by *arrange*. It comes back by itself
    when it was gone; its faults name values of *plan*."""

    def __init__(self, port: Port, plan: Plan, arrange: Arrange) -> None:
        self._port, self._plan, self._arrange = port, plan, arrange
        port.settle(SETTLE_SECONDS)

    @property
    def health(self) -> str:
        """Lost where no board is heard."""
        return Health.LOST if self._port.diagnosis else Health.OK

    def show(self, frame: Frame) -> None:
        """Leave *frame* to be shown. Raises TransientFault while there is no board."""
        self._port.show(self._arrange(frame))
        if not self._port.lives:
            raise DeviceFault("Nobody speaks with the microcontroller any more.")
        if diagnosis := self._port.diagnosis:
            raise fault_of(diagnosis, self._plan)

    def close(self) -> None:
        """Put the lights out if the board is there, and let go of the port."""
        self._port.close()
