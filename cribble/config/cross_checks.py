"""Checks across keys: each value is possible, but together they make no sense."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from cribble.config.dump import as_toml
from cribble.config.keys import KEYPADS_AT, SEGMENTS_AT
from cribble.config.schema import SEGMENTS, Config, KeypadConfig, MqttConfig
from hardware.drivers import AT_PIN
from scorekeeper.words import en

BLACK: Final = "#000000"
PINS: Final = ("rows", "columns", "buttons")
"""The keys of a keypad that name pins."""

Path: TypeAlias = tuple[str | int, ...]


class Inconsistent(NamedTuple):
    """The key at ``path``, and what is wrong with it as a sentence of the catalogue with values."""

    path: Path
    sentence: str
    values: Mapping[str, Any] = {}


def inconsistencies(config: Config) -> Iterator[Inconsistent]:
    """Yield what in *config* would do nothing, or could not be seen."""
    yield from _colours(config.board.colours)
    yield from _keypads(config.keypads)
    yield from _mqtt(config.mqtt)
    if config.buzzer.name == AT_PIN and not config.buzzer.pin:
        sentence = en(
            "{file}, line {line}: {key} is {name}: buzzer.pin has to name one, such as 20."
        )
        yield Inconsistent(("buzzer", "name"), sentence, {"name": as_toml(AT_PIN)})
    if config.wiring.segments and config.wiring.laid != SEGMENTS:
        sentence = en(
            "{file}, line {line}: {key} counts only where wiring.laid is {segments}, and it is "
            "{laid}."
        )
        values = {"segments": as_toml(SEGMENTS), "laid": as_toml(config.wiring.laid)}
        yield Inconsistent((*SEGMENTS_AT, 0), sentence, values)


def _colours(colours: tuple[str, ...]) -> Iterator[Inconsistent]:
    seen = [colour.lower() for colour in colours]
    at = ("board", "colours")
    if BLACK in seen:
        sentence = en("{file}, line {line}: {key} has {colour}, which no light can show.")
        yield Inconsistent(at, sentence, {"colour": as_toml(BLACK)})
    if twice := next((colour for colour in seen if seen.count(colour) > 1), ""):
        sentence = en("{file}, line {line}: {key} has {colour} twice: no two teams look alike.")
        yield Inconsistent(at, sentence, {"colour": as_toml(twice)})


def _keypads(keypads: tuple[KeypadConfig, ...]) -> Iterator[Inconsistent]:
    for number, keypad in enumerate(keypads):
        if keypad.name and keypad in keypads[:number]:
            sentence = en("{file}, line {line}: {key} is {name} again, connected alike.")
            yield Inconsistent(
                (*KEYPADS_AT, number, "name"), sentence, {"name": as_toml(keypad.name)}
            )
        for name in PINS:
            pins = getattr(keypad, name)
            if twice := next((pin for pin in pins if pins.count(pin) > 1), 0):
                sentence = en("{file}, line {line}: {key} has {pin} twice: each has its own pin.")
                yield Inconsistent((*KEYPADS_AT, number, name), sentence, {"pin": twice})


def _mqtt(mqtt: MqttConfig) -> Iterator[Inconsistent]:
    if mqtt.user and not mqtt.password_file:
        sentence = en(
            "{file}, line {line}: {key} has no password: mqtt.password_file names a file."
        )
        yield Inconsistent(("mqtt", "user"), sentence)
    if mqtt.password_file and not mqtt.user:
        sentence = en("{file}, line {line}: {key} counts only with a user: mqtt.user names one.")
        yield Inconsistent(("mqtt", "password_file"), sentence)
    if mqtt.commands and not mqtt.home_assistant:
        sentence = en(
            "{file}, line {line}: {key} counts only where mqtt.home_assistant is true too."
        )
        yield Inconsistent(("mqtt", "commands"), sentence)
