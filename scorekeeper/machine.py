"""The state of the machine: devices, network, backup, broker. Public, not in the journal."""

from typing import TypedDict

import msgspec

from scorekeeper.device import FaultMessage


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

    A changed ``rights_tag`` or ``settings_tag`` tells phones to fetch these again. ``strip``,
    ``buzzer`` and ``display`` are the health of each device, ``broker`` that of the MQTT
    connection; ``backup`` is why the journal backup is behind. ``address`` is the page's address as
    users type it; empty without a network. ``wifi`` is the name of the table's own Wi-Fi while it
    is on.
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
