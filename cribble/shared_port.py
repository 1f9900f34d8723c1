"""The keypad behind the microcontroller that lights the strip too: there is one port for both."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.board.light.device import Health


class StripsPort:
    """Is as well as *strip* says; the board that lights it tells of the keys by itself."""

    def __init__(self, strip: Callable[[], str]) -> None:
        self._strip = strip

    @property
    def health(self) -> str:
        """Lost while the strip is; off until that was tried."""
        match self._strip():
            case Health.OFF:
                return Health.OFF
            case Health.LOST | Health.BROKEN:
                return Health.LOST
            case _:
                return Health.OK

    def close(self) -> None:
        """The strip keeps the port as long as it likes."""
