"""A table in Home Assistant: announced and shown, and commanded only where that is allowed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Protocol, TypeAlias

import msgspec
from msgspec import Meta

from mqtt.discovery import FULL, AnnouncedTable, discovery
from mqtt.payloads import VERSION, WITHDRAWN, BadPayload, Version, encode
from mqtt.topics import HOME_ASSISTANT_STATUS
from scorekeeper.device import Health
from scorekeeper.game.live import Live
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.private_files import write_private

log = logging.getLogger(__name__)

HOME_ASSISTANT_ONLINE: Final = b"online"
LEAST_TEAMS: Final = 2

Publish: TypeAlias = Callable[..., bool]
"""``Client.publish``."""


class Controls(Protocol):
    """The controls that Home Assistant shows and changes. A brightness is from 0 to 1."""

    @property
    def light(self) -> tuple[bool, float]:
        """True if the board is lit, and its brightness."""

    @property
    def night(self) -> bool:
        """True if the lights are as at night, whatever the hour."""

    @property
    def marks(self) -> bool:
        """True if faint lights mark streets and the skunk line."""

    def set_light(self, on: bool, brightness: float | None) -> None:
        """Light the board, or darken it."""

    def set_night(self, on: bool) -> None:
        """Make it night for the lights, or leave that to the hour."""

    def set_marks(self, on: bool) -> None:
        """Show the marks or not."""

    def undo(self) -> None:
        """Undo the latest entry."""


class LightCommand(msgspec.Struct, frozen=True):
    """The payload of a light of the JSON schema."""

    state: Literal["ON", "OFF"] = "ON"
    brightness: Annotated[int, Meta(ge=0, le=FULL)] | None = None


class DeviceStates(msgspec.Struct, frozen=True, kw_only=True):
    """The health of strip and keypad, null where there is none, and how the switches are."""

    v: Version = VERSION
    strip: str | None
    keypad: str | None
    night: bool
    marks: bool


_read_light: Final = msgspec.json.Decoder(LightCommand)


class HomeAssistant:
    """Announces *device*, if that is *enabled*, and obeys *controls*, if *commands* are allowed.

    The file *record* holds the topics that the table keeps on the broker. Those of another name,
    or of a Home Assistant that was turned off, are withdrawn.
    """

    def __init__(
        self,
        device: AnnouncedTable,
        controls: Controls,
        record: Path,
        *,
        enabled: bool,
        commands: bool,
    ) -> None:
        self._device, self._controls, self._record = device, controls, record
        self._enabled, self._commands = enabled, enabled and commands
        topics, table = device.topics, device.table
        announced = {topics.discovery(table), topics.devices(table), topics.light(table)}
        self._own = {topics.state(table), topics.status(table)} | (announced if enabled else set())
        self._stale = (_read_record(record) | {topics.discovery(table)}) - self._own
        self._remember()
        self._teams = LEAST_TEAMS
        self._announced: bytes | None = None
        self._shown = dict[str, bytes]()

    @property
    def subscriptions(self) -> tuple[str, ...]:
        """The topics on which Home Assistant speaks to this table; none where it is off."""
        commands = (self._device.topics.command(self._device.table),) if self._commands else ()
        return (HOME_ASSISTANT_STATUS, *commands) if self._enabled else ()

    def connected(self, publish: Publish) -> None:
        """Publish everything again, and withdraw what an earlier run left under another name."""
        self._shown.clear()
        # The status last: a table that has this name now hears of it and publishes again.
        for topic in sorted(self._stale, key=lambda topic: topic.endswith("/status")):
            publish(topic, WITHDRAWN, retain=True, on_ack=partial(self._withdrawn, topic))
        if self._enabled:
            self.announce(publish)

    def _withdrawn(self, topic: str) -> None:
        self._stale.discard(topic)
        self._remember()

    def _remember(self) -> None:
        try:
            write_private(self._record, encode(sorted(self._own | self._stale)))
        except OSError as fault:
            log.warning("the topics of this table cannot be kept in %s: %s", self._record, fault)

    def announce(self, publish: Publish) -> None:
        """Publish the message of discovery."""
        message = encode(discovery(self._device, self._teams, commands=self._commands))
        topic = self._device.topics.discovery(self._device.table)
        self._announced = message if publish(topic, message, retain=True) else None

    def publish(self, now: Snapshot, publish: Publish) -> None:
        """Publish what changed of lights, devices and switches; what was announced, if the table
        has more teams or its page another address."""
        if not self._enabled:
            return
        self._teams = max(self._teams, len(now.game.pegs))
        message = encode(discovery(self._device, self._teams, commands=self._commands))
        if message != self._announced:
            self.announce(publish)
        topics, table = self._device.topics, self._device.table
        self._show(topics.devices(table), encode(self._devices(now.live)), publish)
        self._show(topics.light(table), encode(self._light()), publish)

    def obey(self, topic: str, payload: bytes) -> None:
        """Do what the command *topic* asks for, if that is allowed. Raises BadPayload."""
        if not self._commands:
            return
        match topic.rpartition("/")[2], payload:
            case "light", _:
                command = _light_command(payload)
                level = command.brightness
                wanted = None if level is None else level / FULL
                self._controls.set_light(command.state == "ON" and level != 0, wanted)
            case "night", b"ON" | b"OFF":
                self._controls.set_night(payload == b"ON")
            case "marks", b"ON" | b"OFF":
                self._controls.set_marks(payload == b"ON")
            case "undo", b"PRESS":
                self._controls.undo()
            case _:
                raise BadPayload(f"{topic} has no command {payload[:20]!r}")

    def _show(self, topic: str, payload: bytes, publish: Publish) -> None:
        if self._shown.get(topic) != payload and publish(topic, payload, retain=True):
            self._shown[topic] = payload

    def _devices(self, live: Live) -> DeviceStates:
        keypads = [one.health for one in live.keypads]
        keypad = None if not keypads else next((one for one in keypads if one != Health.OK), "ok")
        return DeviceStates(
            strip=live.strip,
            keypad=keypad,
            night=self._controls.night,
            marks=self._controls.marks,
        )

    def _light(self) -> dict[str, Any]:
        on, brightness = self._controls.light
        return {
            "state": "ON" if on else "OFF",
            "color_mode": "brightness",
            "brightness": round(FULL * brightness),
        }


def _read_record(path: Path) -> set[str]:
    try:
        return msgspec.json.decode(path.read_bytes(), type=set[str])
    except FileNotFoundError:
        return set()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as fault:
        log.warning("%s cannot be read: %s", path, fault)
        return set()


def _light_command(payload: bytes) -> LightCommand:
    try:
        return _read_light.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise BadPayload(str(fault)) from None
