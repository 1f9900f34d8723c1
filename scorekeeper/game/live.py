"""The live state of a table: seen by everybody, journaled by nobody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, TypedDict

import msgspec

from scorekeeper.game.assignment import Assignment
from scorekeeper.game.at_show import AtShow
from scorekeeper.game.pending_entry import PendingEntry


class FaultMessage(msgspec.Struct, frozen=True):
    """The fault of a device, for any language: an English ``sentence`` of the catalogue and its
    ``values``, one of which may be another such message."""

    sentence: str
    values: Mapping[str, str | int | float | FaultMessage] = {}


class KeypadStatus(msgspec.Struct, frozen=True):
    """A keypad by its ``name`` in the config; ``health`` is ``ok``, ``lost`` or ``off``."""

    name: str
    health: str
    fault: FaultMessage | None = None


Speed: TypeAlias = Literal[1, 2, 4]


class ReplayPosition(msgspec.Struct, frozen=True, kw_only=True):
    """Entry ``at`` of ``of`` in a finished ``game`` (``12.0``), over a ``version`` of the table."""

    game: str
    version: int
    at: int
    of: int
    playing: bool
    speed: Speed


class WifiLogin(msgspec.Struct, frozen=True):
    """The name of a Wi-Fi and its password, empty where it is open. In the live state: the table's
    own, while it has one; those who read it are in it."""

    ssid: str
    password: str


class Live(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The live state. None: not known, or none there.

    ``refused_at`` is the second, on the table's ticks, of the last refused key. A new
    ``rights_tag`` or ``settings_tag`` tells phones to ask for them again. ``strip``, ``buzzer`` and
    ``display`` are the health of each device; ``backup`` says why that of the journal does not
    follow. ``address`` is where phones find the page, as people type it; empty while there is no
    network. ``wifi`` is the table's own Wi-Fi while it has one, ``broker`` the health of the
    connection to an MQTT broker, ``assignment`` the match that a night gives this table;
    ``at_show`` is what phones are in the middle of there.
    """

    pending_entry: PendingEntry | None = None
    refused_at: float | None = None
    replay: ReplayPosition | None = None
    rights_tag: str | None = None
    settings_tag: str | None = None
    strip: str | None = None
    strip_fault: FaultMessage | None = None
    keypads: tuple[KeypadStatus, ...] = ()
    buzzer: str | None = None
    display: str | None = None
    backup: str | None = None
    address: str | None = None
    wifi: WifiLogin | None = None
    broker: str | None = None
    assignment: Assignment | None = None
    at_show: AtShow | None = None


class LiveChanges(TypedDict, total=False):
    """The fields of ``Live``, as keyword arguments."""

    pending_entry: PendingEntry | None
    refused_at: float | None
    replay: ReplayPosition | None
    rights_tag: str | None
    settings_tag: str | None
    strip: str | None
    strip_fault: FaultMessage | None
    keypads: tuple[KeypadStatus, ...]
    buzzer: str | None
    display: str | None
    backup: str | None
    address: str | None
    wifi: WifiLogin | None
    broker: str | None
    assignment: Assignment | None
    at_show: AtShow | None


NOTHING_LIVE = Live()
