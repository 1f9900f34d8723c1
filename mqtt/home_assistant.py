"""Home Assistant integration: MQTT discovery, states, and optional commands.

Keys of the discovery message are Home Assistant's abbreviations.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, Protocol, get_args

import msgspec
from msgspec import Meta

from mqtt.client import Client
from mqtt.payloads import VERSION, WITHDRAWN, BadPayload, EventType, encode
from mqtt.topics import HOME_ASSISTANT_STATUS, Topics
from scorekeeper.device import Health, MachineState
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.game.state import Phase
from scorekeeper.private_files import write_private
from scorekeeper.words import en

log = logging.getLogger(__name__)

FULL: Final = 255
"""Maximum brightness."""


class Entity(NamedTuple):
    """An entity: its platform, the table's state topic, value as a Jinja expression, and additional
    keys for the discovery message. With ``command`` it has a command topic, and is disabled if
    commands are not allowed."""

    key: str
    platform: str
    name: str
    topic: str = ""
    value: str = ""
    more: Mapping[str, Any] = {}
    command: bool = False


def _player(field: str) -> str:
    seat = f"value_json.{field}"
    return f"value_json.players[{seat}] if {seat} is not none else none"


def _is_ok(field: str) -> str:
    health = f"value_json.{field}"
    return f"none if {health} is none else 'ON' if {health} == 'ok' else 'OFF'"


def _is_on(condition: str) -> str:
    return f"'ON' if value_json.{condition} else 'OFF'"


PLAYED: Final = ", ".join(f"'{p}'" for p in (Phase.DRAW, Phase.CUT, Phase.PLAY, Phase.SHOW))
RUNNING: Final = _is_on(f"phase in [{PLAYED}]")
TO_GO: Final = "value_json.target - (value_json.scores | max) if value_json.scores else none"
POINTS: Final = {"unit_of_meas": "points"}
PHASES: Final = {"dev_cla": "enum", "ops": [phase.value for phase in Phase]}
DIAGNOSTIC: Final = {"dev_cla": "connectivity", "ent_cat": "diagnostic"}
LIGHT: Final = {"schema": "json", "brightness": True, "bri_scl": FULL, "sup_clrm": ["brightness"]}

ENTITIES: Final = (
    Entity("phase", "sensor", en("Phase"), "state", "value_json.phase", PHASES),
    Entity("turn", "sensor", en("Turn"), "state", _player("turn")),
    Entity("dealer", "sensor", en("Dealer"), "state", _player("dealer")),
    Entity("deal", "sensor", en("Deal"), "state", "value_json.deal"),
    Entity("to_go", "sensor", en("Points to go"), "state", TO_GO, POINTS),
    Entity(
        "running", "binary_sensor", en("A game is on"), "state", RUNNING, {"dev_cla": "running"}
    ),
    Entity("strip", "binary_sensor", en("Strip"), "devices", _is_ok("strip"), DIAGNOSTIC),
    Entity("keypad", "binary_sensor", en("Keypad"), "devices", _is_ok("keypad"), DIAGNOSTIC),
    Entity("happened", "event", en("Happened"), "event", more={"evt_typ": [*get_args(EventType)]}),
    Entity("light", "light", en("Lights"), "light", more=LIGHT, command=True),
    Entity("night", "switch", en("Night"), "devices", _is_on("night"), command=True),
    Entity("marks", "switch", en("Marks"), "devices", _is_on("marks"), command=True),
    Entity("undo", "button", en("Undo"), more={"en": False}, command=True),
)


class AnnouncedTable(NamedTuple):
    """The table as announced: name, program version, URL of its page, and translation function
    (``Words.say``)."""

    topics: Topics
    table: str
    version: str
    page: Callable[[], str]
    translate: Callable[..., str]


def discovery(device: AnnouncedTable, teams: int, *, commands: bool) -> dict[str, Any]:
    """Return the discovery message of *device*, with entities for *teams* teams. Without
    *commands*, entities that send them are included but disabled."""
    page, id_ = device.page(), f"cribble_{device.topics.club}_{device.table}"
    state = device.topics.state(device.table)
    parts: dict[str, dict[str, Any]] = {}
    for team in range(teams):
        players = (
            "{% set of = namespace(names=[]) %}"
            f"{{% for seat in value_json.teams[{team}] | default([]) %}}"
            "{% set of.names = of.names + [value_json.players[seat]] %}{% endfor %}"
        )
        pegs = f"value_json.pegs[{team}] | default([])"
        parts[f"score_{team + 1}"] = {
            "p": "sensor",
            "name": device.translate(en("Team {number}"), number=team + 1),
            "stat_t": state,
            "val_tpl": f"{{{{ value_json.scores[{team}] | default(none) }}}}",
            "stat_cla": "measurement",
            "json_attr_t": state,
            "json_attr_tpl": f"{players}{{{{ {{'pegs': {pegs}, 'players': of.names}} | tojson }}}}",
            **POINTS,
        }
    for entity in ENTITIES:
        part = parts[entity.key] = {"p": entity.platform, "name": device.translate(entity.name)}
        if entity.topic:
            part["stat_t"] = device.topics.of_table(device.table, entity.topic)
        if entity.value:
            part["val_tpl"] = f"{{{{ {entity.value} }}}}"
        if entity.command:
            part["cmd_t"] = device.topics.of_table(device.table, f"command/{entity.key}")
            part |= {} if commands else {"en": False}
        part |= entity.more
    for key, part in parts.items():
        part["unique_id"] = f"{id_}_{key}"
        part["default_entity_id"] = f"{part['p']}.{id_}_{key}".replace("-", "_")
    return {
        "dev": {
            "ids": [id_],
            "name": f"Cribble {device.table}",
            "mf": "Cribble",
            "mdl": "Cribbage table",
            "sw": device.version,
            "cu": page,
        },
        "o": {"name": "Cribble", "sw": device.version, "url": page},
        "avty_t": device.topics.status(device.table),
        "cmps": parts,
        "qos": 1,
    }


class Controls(Protocol):
    """Settings that Home Assistant shows and changes: the light (on, brightness from 0 to 1), night
    mode, and street and skunk line marks."""

    @property
    def light(self) -> tuple[bool, float]: ...
    @property
    def night(self) -> bool: ...
    @property
    def marks(self) -> bool: ...
    def set_light(self, on: bool, brightness: float | None) -> None: ...
    def set_night(self, on: bool) -> None: ...
    def set_marks(self, on: bool) -> None: ...
    def undo(self) -> None: ...


class LightCommand(msgspec.Struct, frozen=True):
    state: Literal["ON", "OFF"] = "ON"
    brightness: Annotated[int, Meta(ge=0, le=FULL)] | None = None


class HomeAssistant:
    """Announces *device* if *enabled*, and applies commands to *controls* if *commands* are
    allowed.

    The file *record* lists the topics retained on the broker, so that those of an old name or of a
    disabled integration can be deleted.
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
        self._discovery = topics.discovery(table)
        self._devices, self._light = (topics.of_table(table, it) for it in ("devices", "light"))
        self._own = {topics.state(table), topics.status(table)}
        self.subscriptions: tuple[str, ...] = ()
        if enabled:
            self._own |= {self._discovery, self._devices, self._light}
            self.subscriptions = (HOME_ASSISTANT_STATUS,)
        if self._commands:
            self.subscriptions += (topics.of_table(table, "command/+"),)
        announced = {self._discovery}
        try:
            announced |= msgspec.json.decode(record.read_bytes(), type=set[str])
        except FileNotFoundError:
            pass
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as fault:
            log.warning("cannot read %s: %s", record, fault)
        self._stale = announced - self._own
        self._save_record()
        self._teams = 2  # Minimum; more are announced when they play.

    def announce(self, client: Client) -> None:
        client.publish(self._discovery, self._announcement(), retain=True)

    def publish(self, now: Snapshot, machine: MachineState, client: Client) -> bool:
        """Publish changes to lights, devices, switches and the discovery message; delete retained
        messages from earlier runs. Return True if all are acknowledged."""
        # The status last: a table that now uses this name then publishes everything again.
        for topic in sorted(self._stale, key=lambda topic: topic.endswith("/status")):
            if client.retain(topic, WITHDRAWN):
                self._stale.discard(topic)
                self._save_record()
        if not self._enabled:
            return not self._stale
        self._teams = max(self._teams, len(now.game.pegs))
        keypads = [keypad.health for keypad in machine.keypads]
        keypads.sort(key=lambda health: health == Health.OK)
        on, brightness = self._controls.light
        devices = {
            "v": VERSION,
            "strip": machine.strip,
            "keypad": keypads[0] if keypads else None,
            "night": self._controls.night,
            "marks": self._controls.marks,
        }
        light = {
            "state": "ON" if on else "OFF",
            "color_mode": "brightness",
            "brightness": round(FULL * brightness),
        }
        messages = {
            self._discovery: self._announcement(),
            self._devices: encode(devices),
            self._light: encode(light),
        }
        acknowledged = [client.retain(*message) for message in messages.items()]
        return all(acknowledged) and not self._stale

    def obey(self, topic: str, payload: bytes) -> None:
        """Process a command if allowed. Raises BadPayload."""
        if not self._commands:
            return
        match topic.rpartition("/")[2], payload:
            case "light", _:
                try:
                    command = msgspec.json.decode(payload, type=LightCommand)
                except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
                    raise BadPayload(str(fault)) from None
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
                raise BadPayload(f"unknown command {payload[:20]!r} on {topic}")

    def _announcement(self) -> bytes:
        return encode(discovery(self._device, self._teams, commands=self._commands))

    def _save_record(self) -> None:
        try:
            write_private(self._record, encode(sorted(self._own | self._stale)))
        except OSError as fault:
            log.warning("cannot save the topics of this table in %s: %s", self._record, fault)
