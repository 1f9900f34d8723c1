"""The health of a device in one word, and its fault in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec


class FaultMessage(msgspec.Struct, frozen=True):
    """The fault of a device, for any language: an English ``sentence`` of the catalogue and its
    ``values``, one of which may be another such message."""

    sentence: str
    values: Mapping[str, str | int | float | FaultMessage] = {}


class Health(StrEnum):
    """The word for a strip, keypad, buzzer or display that the page and /healthz pass on."""

    OK = "ok"
    LOST = "lost"
    """It failed; it is being tried again."""
    MISFIT = "misfit"
    """It works, but the board cannot show this game."""
    MISWIRED = "miswired"
    """It is left alone: the config wires the board as no board can be."""
    UNFED = "unfed"
    """It works, but the current that it may draw leaves nothing for pegs."""
    BROKEN = "broken"
    """A mistake in the program put the lights out, and the next change tries them again; or a
    keypad does not come back by itself."""
    OFF = "off"


class DeviceFault(OSError):
    """The failure of a device, as a sentence that says what would mend it.

    ``sentence`` is English with ``{names}``, marked with ``en``; ``str`` is the English. One of the
    ``values`` may be another fault.
    """

    def __init__(self, sentence: str, /, **values: str | int | float | DeviceFault) -> None:
        super().__init__(sentence.format(**values))
        self.sentence: Final = sentence
        self.values: Final = values

    @property
    def message(self) -> FaultMessage:
        """The fault for the live state, to be said in any language."""
        values = {
            name: value.message if isinstance(value, DeviceFault) else value
            for name, value in self.values.items()
        }
        return FaultMessage(self.sentence, values)


FaultListener: TypeAlias = Callable[[DeviceFault | None], object]
"""Takes why a device does nothing, and None when it is back."""


class TransientFault(DeviceFault):
    """A fault from which an open device recovers by itself: it is not closed and opened again. A
    strip has taken the frame, and shows it or a later one as soon as it can."""
