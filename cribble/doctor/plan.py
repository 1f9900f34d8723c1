"""The task of a machine: the strip, the board and the keypads that the config describes."""

from pathlib import Path
from shlex import quote
from typing import NamedTuple

from msgspec.structs import replace

from cribble.boards import board_of, crowded_holes, shape_of
from cribble.cli.overrides import ActiveConfig
from cribble.config.schema import Config, MqttConfig
from cribble.devices.connections import (
    display_in_terminal,
    keypad_wiring,
    power_of,
    shares_port,
    strip_wiring,
)
from cribble.devices.pins import PinClash, PinUse, clashes, pins_asked, pins_taken, serial_key
from cribble.serve.broker_link import table_name
from hardware.keypads.keypad import KeypadWiring
from hardware.strips.setup import StripWiring
from scorekeeper.board.light.power import Power
from scorekeeper.board.wiring.wiring import BadlyWired
from scorekeeper.words import Fault
from scorekeeper.words.wiring import wiring_fault


class PlannedKeypad(NamedTuple):
    """The keypad called ``name`` and how it is connected: ``shares_strip_port`` where it is
    the strip's own microcontroller."""

    name: str
    wires: KeypadWiring = KeypadWiring()
    shares_strip_port: bool = False


class Plan(NamedTuple):
    """The strip called ``strip`` and how it is connected, for a board of ``pixels`` lights with a
    supply of ``power``; the journal in ``data``; all that was read from
    ``config``. ``faults`` are what keeps the board from being
    one; it has no pixels then. The ``keypads``; the ``pins`` that they and the buzzer ask for, and
    those that are wanted ``twice``; ``serial`` is the key that has a board at the Pi's serial pins;
    ``readout`` is the chip of a display, if there is one; ``crowded`` says if the holes are too
    close for the lights; ``own_wifi`` whether the table makes one (on, off, auto). ``unusable`` is
    what is wrong with the file, where a spare config is in use. ``broker`` is the one on which the
    table is seen, and its name there."""

    strip: str
    wires: StripWiring
    pixels: int
    power: Power
    data: Path
    config: Path | None = None
    faults: tuple[Fault, ...] = ()
    keypads: tuple[PlannedKeypad, ...] = ()
    pins: tuple[PinUse, ...] = ()
    twice: tuple[PinClash, ...] = ()
    serial: str = ""
    readout: str = ""
    crowded: Fault | None = None
    own_wifi: str = "off"
    broker: MqttConfig = MqttConfig()
    unusable: Fault | None = None

    def command(self, words: str) -> str:
        """The shell line that does *words* with the same config."""
        there = f" --config {quote(str(self.config))}" if self.config else ""
        return f".venv/bin/cribble {words}{there}"


def plan_of(active: ActiveConfig) -> Plan:
    """Return the plan of a config. Raises Fault where this user has no home for the journal."""
    config, strip = active.config, active.config.strip
    pixels, faults = _board(config)
    return Plan(
        strip=strip.name,
        wires=strip_wiring(strip),
        pixels=pixels,
        power=power_of(strip),
        data=active.data,
        config=active.file,
        faults=faults,
        keypads=keypads_of(config),
        pins=tuple(pins_asked(config)),
        twice=tuple(clashes([*pins_taken(config), *pins_asked(config)])),
        serial=serial_key(config) or "",
        crowded=_crowded(config),
        own_wifi=config.own_wifi,
        broker=replace(config.mqtt, table=table_name(config.mqtt)),
        unusable=active.fault,
        readout="" if display_in_terminal(config) else config.readout.name,
    )


def keypads_of(config: Config) -> tuple[PlannedKeypad, ...]:
    """Return the keypads of the config."""
    return tuple(
        PlannedKeypad(one.name, keypad_wiring(one, config.strip), shares_port(one, config.strip))
        for one in config.keypads
        if one.name
    )


def _crowded(config: Config) -> Fault | None:
    try:
        return crowded_holes(config, shape_of(config))
    except Fault:  # No board at all, which has a row of its own.
        return None


def _board(config: Config) -> tuple[int, tuple[Fault, ...]]:
    try:
        return board_of(config).pixels, ()
    except BadlyWired as fault:
        return 0, tuple(map(wiring_fault, fault.faults))
    except Fault as fault:
        return 0, (fault,)
