"""Devices: their health, faults as messages, and the published state of the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, TypeAlias, TypedDict

import msgspec


class FaultMessage(msgspec.Struct, frozen=True):
    """A device's fault as an English ``sentence`` from the catalogue with its ``values``, one of
    which may be a nested message."""

    sentence: str
    values: Mapping[str, str | int | float | FaultMessage] = {}


class Health(StrEnum):
    """The health of a strip, keypad, buzzer or display, as shown on the page and in /healthz."""

    OK = "ok"
    LOST = "lost"
    """The device failed, and is being reopened."""
    MISFIT = "misfit"
    """The strip works, but the game does not fit on the board."""
    MISWIRED = "miswired"
    """The strip is not used, because the wiring in the config does not match the board."""
    UNFED = "unfed"
    """The strip works, but the current limit leaves no current for pegs."""
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


class KeypadHealth(msgspec.Struct, frozen=True):
    """A keypad, by its ``name`` in the config; ``health`` is ``ok``, ``lost`` or ``off``."""

    name: str
    health: str
    fault: FaultMessage | None = None


class WifiLogin(msgspec.Struct, frozen=True):
    """The name of a Wi-Fi network and its password, empty if it is open."""

    ssid: str
    password: str


class MachineState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of the machine; None means unknown or absent.

    Phones fetch rights or settings again when ``rights_tag`` or ``settings_tag`` changes.
    ``strip``, ``buzzer`` and ``display`` are the health of each device, ``broker`` that of the MQTT
    connection; ``backup`` is the reason why the journal backup is behind. ``address`` is the page's
    address as users type it; empty without a network. ``wifi`` is the name of the table's own Wi-Fi
    while it is on.
    """

    rights_tag: str | None = None
    settings_tag: str | None = None
    strip: str | None = None
    strip_fault: FaultMessage | None = None
    keypads: tuple[KeypadHealth, ...] = ()
    buzzer: str | None = None
    display: str | None = None
    backup: str | None = None
    address: str | None = None
    wifi: str | None = None
    broker: str | None = None


class MachineChanges(TypedDict, total=False):
    """The fields of ``MachineState``, as keyword arguments."""

    rights_tag: str | None
    settings_tag: str | None
    strip: str | None
    strip_fault: FaultMessage | None
    keypads: tuple[KeypadHealth, ...]
    buzzer: str | None
    display: str | None
    backup: str | None
    address: str | None
    wifi: str | None
    broker: str | None


NEW_MACHINE = MachineState()
