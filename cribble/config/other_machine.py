"""The config of another machine, as this one can use it."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from cribble.boards import shape_of
from cribble.config.dump import as_toml
from cribble.config.edit import edited
from cribble.config.load import parse_config
from cribble.config.schema import Config, KeypadConfig
from cribble.devices.drivers import KEYPADS, STRIPS
from scorekeeper.words import Words
from web import ConfigChange

OWN_KEYS: Final = ("data", "port", "host", "access", "names", "mqtt.user", "mqtt.password_file")
"""The keys that stay this machine's: with those of another, phones would not find the table, or it
would not find its games or its password."""
LONGEST_VALUE: Final = 60


def adapted(content: bytes, file: str, own: Config) -> tuple[bytes, Config]:
    """Return the config of another machine, the *content* of *file*, with the keys of *own*, and
    the usual places of devices in place of those that no driver has; and what it says then. Raises
    Fault if no table could open with it."""
    theirs, usual = parse_config(content, file), Config()
    kept = {
        key: None if value == _value(usual, key) else value
        for key in OWN_KEYS
        if (value := _value(own, key)) != _value(theirs, key)
    } | _usual_places(theirs, own)
    if kept:
        words = Words.of(own.language or "en")
        content = edited(content.decode("utf-8-sig"), kept, words).encode()
    config = parse_config(content, file)
    shape_of(config)
    return content, config


def _usual_places(theirs: Config, own: Config) -> dict[str, Any]:
    """Return changes that take the places of devices out of *theirs* that only the owner of a
    machine may name, unless *own* has them."""
    strip, changes = theirs.strip, dict[str, Any]()
    if strip.at != own.strip.at and not STRIPS[strip.name].is_place(strip.at):
        changes["strip.at"] = None
    known = {(one.name, one.at) for one in own.keypads}
    rows = [
        one
        if (one.name, one.at) in known or _is_place(one)
        else msgspec.structs.replace(one, at="")
        for one in theirs.keypads
    ]
    if rows != list(theirs.keypads):
        usual = msgspec.to_builtins(KeypadConfig())
        changes["keypad"] = [
            {key: value for key, value in msgspec.to_builtins(row).items() if value != usual[key]}
            for row in rows
        ]
    return changes


def _is_place(keypad: KeypadConfig) -> bool:
    """True if its driver has the place that *keypad* names."""
    return not keypad.name or KEYPADS[keypad.name].is_place(keypad.at)


def _value(config: Config, key: str) -> Any:
    section, _, name = key.rpartition(".")
    return getattr(getattr(config, section) if section else config, name)


def changes(own: Config, config: Config) -> Iterator[ConfigChange]:
    """Yield the keys of *config* that are not as in *own*."""
    before, after = dict(_flat(own)), dict(_flat(config))
    for key, value in after.items():
        if value != before[key]:
            old, new = (as_toml(one)[:LONGEST_VALUE] for one in (before[key], value))
            yield ConfigChange(key, old, new)


def _flat(config: Config) -> Iterator[tuple[str, Any]]:
    for name, value in msgspec.to_builtins(config).items():
        if isinstance(value, dict):
            yield from ((f"{name}.{key}", one) for key, one in value.items())
        else:
            yield name, value
