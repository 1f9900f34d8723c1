"""What is wrong with a config though each of its values could be: what only makes no sense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from cribble.config.dump import as_toml
from cribble.config.keys import KEYPADS_AT, SEGMENTS_AT
from cribble.config.keys_board import SEGMENTS
from cribble.config.schema import Config, KeypadConfig
from hardware.drivers import AT_PIN
from scorekeeper.words import en

BLACK: Final = "#000000"
PINS: Final = ("rows", "columns", "buttons")
"""What a keypad hangs on."""

Path: TypeAlias = tuple[str | int, ...]


class Senseless(NamedTuple):
    """The key at ``path`` and what is wrong with it: a sentence of the catalogue, its values."""

    path: Path
    sentence: str
    values: Mapping[str, Any] = {}


def senseless(config: Config) -> Iterator[Senseless]:
    """Everything in *config* that would do nothing, or could not be seen."""
    yield from _colours(config.board.colours)
    yield from _keypads(config.keypads)
    if config.buzzer.name == AT_PIN and not config.buzzer.pin:
        sentence = en(
            "{file}, line {line}: {key} is {name}: buzzer.pin has to name one, such as 20."
        )
        yield Senseless(("buzzer", "name"), sentence, {"name": as_toml(AT_PIN)})
    if config.wiring.segments and config.wiring.laid != SEGMENTS:
        sentence = en(
            "{file}, line {line}: {key} counts only where wiring.laid is {segments}, and it is "
            "{laid}."
        )
        values = {"segments": as_toml(SEGMENTS), "laid": as_toml(config.wiring.laid)}
        yield Senseless((*SEGMENTS_AT, 0), sentence, values)


def _colours(colours: tuple[str, ...]) -> Iterator[Senseless]:
    seen = [colour.lower() for colour in colours]
    at = ("board", "colours")
    if BLACK in seen:
        sentence = en("{file}, line {line}: {key} has {colour}, which no light can show.")
        yield Senseless(at, sentence, {"colour": as_toml(BLACK)})
    if twice := next((colour for colour in seen if seen.count(colour) > 1), ""):
        sentence = en("{file}, line {line}: {key} has {colour} twice: no two teams look alike.")
        yield Senseless(at, sentence, {"colour": as_toml(twice)})


def _keypads(keypads: tuple[KeypadConfig, ...]) -> Iterator[Senseless]:
    for number, keypad in enumerate(keypads):
        if keypad.name and keypad in keypads[:number]:
            sentence = en("{file}, line {line}: {key} is {name} again, connected alike.")
            yield Senseless((*KEYPADS_AT, number, "name"), sentence, {"name": as_toml(keypad.name)})
        for name in PINS:
            pins = getattr(keypad, name)
            if twice := next((pin for pin in pins if pins.count(pin) > 1), 0):
                sentence = en("{file}, line {line}: {key} has {pin} twice: each has its own pin.")
                yield Senseless((*KEYPADS_AT, number, name), sentence, {"pin": twice})
