"""The buzzer and the display of an open table."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from cribble.config.schema import Config
from cribble.devices.connections import drawn_together
from cribble.devices.pins import clash_of_buzzer
from cribble.serve.lights_in_use import LightsInUse
from cribble.serve.status import device_news
from hardware.buzzer import Buzzer
from hardware.device import Peripheral
from hardware.drivers import BUZZERS, DISPLAYS
from scorekeeper.table import Table
from scorekeeper.words import Words


def peripherals(
    table: Table, config: Config, words: Words, lights: LightsInUse
) -> Iterator[Peripheral[Any]]:
    """Yield the buzzer and the display of the config, unless *lights* show what it would."""
    if config.buzzer.chosen:
        from hardware.buzzer import SoundEffects

        yield SoundEffects(table, partial(buzzer_of, config), device_news(words, "buzzer"))
    shown = drawn_together(config) and lights.draws
    if (name := config.readout.name) and not shown:
        from hardware.display import Readout

        yield Readout(table, DISPLAYS[name].open, device_news(words, "display"))


def buzzer_of(config: Config) -> Buzzer:
    """The buzzer of the config. Raises DeviceFault where something else has its pin, or another
    OSError."""
    if clash := clash_of_buzzer(config):
        raise clash.fault
    return BUZZERS[config.buzzer.chosen].open(pin=config.buzzer.pin)
