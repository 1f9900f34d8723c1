"""The strip behind a microcontroller: the newest frame is left at the port, and nobody waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from firmware_bridge.serial.diagnostics import Plan, fault_of
from firmware_bridge.serial.port import Port
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import Health, StripFault
from scorekeeper.words import en

Arrange: TypeAlias = Callable[[Frame], bytes]
"""Puts the colours of a frame into the order of the strip."""

FIRST_PATIENCE: Final = 2.0
"""Seconds that a board has when it is opened, so that one that is there is not called lost: an Uno
starts anew then, which takes it some 1.6."""


class BridgeStrip:
    """Has whatever board is at *port* show frames, as *arrange* puts them. It comes back by itself
    when it was gone; *plan* is what its faults name."""

    def __init__(self, port: Port, plan: Plan, arrange: Arrange) -> None:
        self._port, self._plan, self._arrange = port, plan, arrange
        port.settle(FIRST_PATIENCE)

    @property
    def health(self) -> str:
        """Lost where no board is heard."""
        return Health.LOST if self._port.trouble else Health.OK

    def show(self, frame: Frame) -> None:
        """Leave *frame* to be shown. Raises Mending where that waits for a board."""
        self._port.show(self._arrange(frame))
        if not self._port.lives:
            raise StripFault(en("Nobody speaks with the microcontroller any more."))
        if trouble := self._port.trouble:
            raise fault_of(trouble, self._plan)

    def close(self) -> None:
        """Put the lights out if the board is there, and let go of the port."""
        self._port.close()
