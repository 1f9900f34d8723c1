"""The message that announces a table to Home Assistant, as its MQTT discovery of devices reads it.

The names of the keys are Home Assistant's own abbreviations.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from mqtt.payloads import EventType
from mqtt.topics import Topics
from scorekeeper.game.state import Phase
from scorekeeper.words import en

FULL: Final = 255
"""The brightness of a lamp that shines as it can."""

Part: TypeAlias = dict[str, Any]
Translate: TypeAlias = Callable[..., str]
"""``Words.say``."""


class AnnouncedTable(NamedTuple):
    """The table as Home Assistant knows it: its name, the version of the program, the address of
    its page, and the words for what it shows."""

    topics: Topics
    table: str
    version: str
    page: Callable[[], str]
    translate: Translate

    @property
    def id(self) -> str:
        """The id, which the ids of all parts begin with."""
        return f"cribble_{self.topics.club}_{self.table}"


def discovery(device: AnnouncedTable, teams: int, *, commands: bool) -> Part:
    """Return the message that announces *device*, whose board has that number of *teams*. Without
    *commands* what could command it is there, but not enabled."""
    page = device.page()
    parts: dict[str, Part] = {}
    parts |= {f"score_{team + 1}": _score(device, team) for team in range(teams)}
    parts |= _sensors(device) | _health_sensors(device)
    parts["happened"] = {
        "p": "event",
        "name": device.translate(en("Happened")),
        "stat_t": device.topics.event(device.table),
        "evt_typ": list(get_args(EventType)),
    }
    parts |= _commanded(device, enabled=commands)
    return {
        "dev": {
            "ids": [device.id],
            "name": f"Cribble {device.table}",
            "mf": "Cribble",
            "mdl": "Cribbage table",
            "sw": device.version,
            "cu": page,
        },
        "o": {"name": "Cribble", "sw": device.version, "url": page},
        "avty_t": device.topics.status(device.table),
        "cmps": {name: _named(device, name, part) for name, part in parts.items()},
        "qos": 1,
    }


def _named(device: AnnouncedTable, name: str, part: Part) -> Part:
    """Return *part* with what says which entity it is."""
    return {
        "p": part["p"],
        "unique_id": f"{device.id}_{name}",
        "default_entity_id": f"{part['p']}.{device.id}_{name}".replace("-", "_"),
        **part,
    }


def _score(device: AnnouncedTable, team: int) -> Part:
    state = device.topics.state(device.table)
    names = (
        "{% set of = namespace(names=[]) %}"
        f"{{% for seat in value_json.teams[{team}] | default([]) %}}"
        "{% set of.names = of.names + [value_json.players[seat]] %}{% endfor %}"
    )
    pegs = f"value_json.pegs[{team}] | default([])"
    return {
        "p": "sensor",
        "name": device.translate(en("Team {number}"), number=team + 1),
        "stat_t": state,
        "val_tpl": f"{{{{ value_json.scores[{team}] | default(none) }}}}",
        "stat_cla": "measurement",
        "unit_of_meas": "points",
        "json_attr_t": state,
        "json_attr_tpl": f"{names}{{{{ {{'pegs': {pegs}, 'players': of.names}} | tojson }}}}",
    }


def _sensors(device: AnnouncedTable) -> dict[str, Part]:
    say, state = device.translate, device.topics.state(device.table)
    on = ", ".join(f"'{phase}'" for phase in (Phase.DRAW, Phase.CUT, Phase.PLAY, Phase.SHOW))
    left = "{{ value_json.target - (value_json.scores | max) if value_json.scores else none }}"
    return {
        "phase": {
            "p": "sensor",
            "name": say(en("Phase")),
            "stat_t": state,
            "val_tpl": "{{ value_json.phase }}",
            "dev_cla": "enum",
            "ops": [phase.value for phase in Phase],
        },
        "turn": {
            "p": "sensor",
            "name": say(en("Turn")),
            "stat_t": state,
            "val_tpl": _player("turn"),
        },
        "dealer": {
            "p": "sensor",
            "name": say(en("Dealer")),
            "stat_t": state,
            "val_tpl": _player("dealer"),
        },
        "deal": {
            "p": "sensor",
            "name": say(en("Deal")),
            "stat_t": state,
            "val_tpl": "{{ value_json.deal }}",
        },
        "to_go": {
            "p": "sensor",
            "name": say(en("Points to go")),
            "stat_t": state,
            "val_tpl": left,
            "unit_of_meas": "points",
        },
        "running": {
            "p": "binary_sensor",
            "name": say(en("A game is on")),
            "stat_t": state,
            "val_tpl": f"{{{{ 'ON' if value_json.phase in [{on}] else 'OFF' }}}}",
            "dev_cla": "running",
        },
    }


def _player(field: str) -> str:
    """The name of the player at the seat that *field* of the state says."""
    seat = f"value_json.{field}"
    return f"{{{{ value_json.players[{seat}] if {seat} is not none else none }}}}"


def _health_sensors(device: AnnouncedTable) -> dict[str, Part]:
    names = {"strip": en("Strip"), "keypad": en("Keypad")}
    return {
        field: {
            "p": "binary_sensor",
            "name": device.translate(name),
            "stat_t": device.topics.devices(device.table),
            "val_tpl": (
                f"{{{{ none if value_json.{field} is none else "
                f"'ON' if value_json.{field} == 'ok' else 'OFF' }}}}"
            ),
            "dev_cla": "connectivity",
            "ent_cat": "diagnostic",
        }
        for field, name in names.items()
    }


def _commanded(device: AnnouncedTable, *, enabled: bool) -> dict[str, Part]:
    say, topics, table = device.translate, device.topics, device.table
    off = {} if enabled else {"en": False}
    light = {
        "p": "light",
        "name": say(en("Lights")),
        "schema": "json",
        "stat_t": topics.light(table),
        "cmd_t": topics.command(table, "light"),
        "brightness": True,
        "bri_scl": FULL,
        "sup_clrm": ["brightness"],
        **off,
    }
    switches = {
        field: {
            "p": "switch",
            "name": say(name),
            "stat_t": topics.devices(table),
            "val_tpl": f"{{{{ 'ON' if value_json.{field} else 'OFF' }}}}",
            "cmd_t": topics.command(table, field),
            **off,
        }
        for field, name in {"night": en("Night"), "marks": en("Marks")}.items()
    }
    undo = {
        "p": "button",
        "name": say(en("Undo")),
        "cmd_t": topics.command(table, "undo"),
        "en": False,
    }
    return {"light": light, **switches, "undo": undo}
