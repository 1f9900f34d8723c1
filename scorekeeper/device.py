"""The health of a device, and its fault as a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec


class FaultMessage(msgspec.Struct, frozen=True):
    """A device's fault as an English ``sentence`` from the catalogue with its ``values``, one of
    which may be another such message."""

    sentence: str
    values: Mapping[str, str | int | float | FaultMessage] = {}


class Health(StrEnum):
    """The health of a strip, keypad, buzzer or display, as shown on the page and in /healthz."""

    OK = "ok"
    LOST = "lost"
    """It failed, and is being reopened."""
    MISFIT = "misfit"
    """It works, but the game does not fit on the board."""
    MISWIRED = "miswired"
    """It is not used, because the wiring in the config does not match the board."""
    UNFED = "unfed"
    """It works, but the current limit leaves nothing for pegs."""
    BROKEN = "broken"
    """A bug turned the lights off until the next change; or a keypad cannot be reopened."""
    OFF = "off"


class DeviceFault(OSError):
    """The failure of a device, as a sentence with a remedy.

    ``sentence`` is English with ``{names}``, marked with ``en``; ``str`` returns the English. One
    of the ``values`` may be another fault.
    """

    def __init__(self, sentence: str, /, **values: str | int | float | DeviceFault) -> None:
        super().__init__(sentence.format(**values))
        self.sentence: Final = sentence
        self.values: Final = values

    @property
    def message(self) -> FaultMessage:
        """The fault as a message for the live state."""
        values = {
            name: value.message if isinstance(value, DeviceFault) else value
            for name, value in self.values.items()
        }
        return FaultMessage(self.sentence, values)


FaultListener: TypeAlias = Callable[[DeviceFault | None], object]
"""Called with the fault of a device, and with None when it has recovered."""


class TransientFault(DeviceFault):
    """A fault from which an open device recovers by itself, so that it is not reopened. A strip has
    accepted the frame, and shows it or a later one as soon as possible."""
