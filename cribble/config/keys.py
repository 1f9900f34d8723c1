"""Every key of the config, and those of the table and the strip: what each is for and may be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cribble.config.keys_board import BOARD, LAMPS, ONE_SEGMENT, SEGMENTS, WIRING
from cribble.config.keys_devices import BUZZER, KEYPAD, READOUT
from cribble.config.kinds import ADDRESS, TEXT, Key, Kind, matching, number, one_of, texts, whole
from cribble.devices.strips import STRIPS
from hardware.strips.colour_order import ORDERS
from scorekeeper.words import LANGUAGES, en

NAME: Final = re.compile(r"[\w.:-]{1,253}", re.ASCII)
BAUDS: Final = (9600, 2_000_000)
TIME: Final = r"(?:[01]\d|2[0-3]):[0-5]\d"


def _is_order(value: Any) -> bool:
    """Whether it is an order of colours; white lights are the last of their strip."""
    return isinstance(value, str) and value.removesuffix("W") in ORDERS


TABLE: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "language": Key(
            en("The language of this terminal. Empty: this machine's own."),
            one_of("", *LANGUAGES),
        ),
        "data": Key(
            en("The folder of the journal and the secrets. Empty: the usual one, {usual_data}."),
            TEXT,
        ),
        "host": Key(
            en("The address that the page listens on. 0.0.0.0: all that this machine has."),
            ADDRESS,
        ),
        "port": Key(en("The port of the page. 0: any that is free."), whole(0, 65535)),
        "access": Key(
            en("Who may keep score: phones that were given the join code, or everybody."),
            one_of("code", "open"),
        ),
        "names": Key(
            en("Other names under which the network knows this machine."),
            texts(NAME, "cribbage.lan"),
        ),
    }
)

STRIP: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "strip.name": Key(en("The strip that shows the pegs."), one_of(*STRIPS)),
        "strip.at": Key(
            en("The pin, device or address that the strip is at. Empty: the usual one."), TEXT
        ),
        "strip.order": Key(
            en("In which order the strip wants its colours, with a W where it has white lights."),
            Kind('"GRB" | "RGB" | … | "GRBW"', _is_order),
        ),
        "strip.symbol_bits": Key(
            en("How many bits SPI sends for one of the strip's: 8 is safest, 3 is shortest."),
            one_of(8, 3),
        ),
        "strip.baud": Key(
            en("At how many bits a second the microcontroller was built to listen."),
            whole(*BAUDS),
        ),
        "strip.limit_ma": Key(
            en("The current in mA that the strip may draw from its supply, in every moment."),
            whole(1, 100_000),
        ),
        "strip.led_ma": Key(
            en("The current in mA that one light takes when it is full white."), whole(1, 1000)
        ),
        "strip.brightness": Key(
            en("How bright the strip is. 1: as bright as it can."), number(0.01, 1)
        ),
        "strip.night": Key(
            en(
                "From when to when it is night, such as 22:00-07:00. Empty: never; the same time "
                "twice: always."
            ),
            matching(f"{TIME}-{TIME}", "HH:MM-HH:MM"),
        ),
        "strip.night_brightness": Key(
            en("How bright the strip is at night. 0: dark."), number(0, 1)
        ),
    }
)

KEYS: Final[Mapping[str, Key]] = MappingProxyType(
    {**TABLE, **STRIP, **BOARD, **WIRING, **ONE_SEGMENT, **LAMPS, **KEYPAD, **BUZZER, **READOUT}
)
"""Every key there is, by its place in the file."""

SECTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "strip": en("The lights."),
        "board": en("The board that the lights are in."),
        "wiring": en("Which light stands in which hole."),
        "lamps": en("Lights of the strip beside the holes, numbered from 0 as they lie on it."),
        "keypad": en(
            "The keypad; where there are several, each begins with [[keypad]]. One that is not "
            "there is waited for."
        ),
        "buzzer": en("The buzzer."),
        "readout": en("The display."),
    }
)
"""The tables of the file, and the sentence above each."""

SEGMENTS_AT: Final = ("wiring", SEGMENTS)
KEYPADS_AT: Final = ("keypad",)

NEEDED: Final[Mapping[tuple[str | int, ...], tuple[str, ...]]] = MappingProxyType(
    {SEGMENTS_AT: ("start", "length", "track"), KEYPADS_AT: ("name",)}
)
"""Where a list of tables may stand, and what each of them has to say."""
