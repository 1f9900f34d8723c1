"""The keypad behind the microcontroller that lights the strip too: there is one port for both."""

from __future__ import annotations

from collections.abc import Callable

from hardware.keypads.relayed import RelayedKeys
from scorekeeper.board.strip import Health


class StripsPort:
    """Presses the *keys* of the board that lights the strip, which is as well as *strip* says."""

    def __init__(self, keys: RelayedKeys, strip: Callable[[], str]) -> None:
        self._keys, self._strip = keys, strip

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
        self._keys.close()
