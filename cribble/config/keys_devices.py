"""The keys of the config for the keypad, and for the buzzer and the display beside it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cribble.config.kinds import TEXT, Key, one_of, several, whole
from cribble.devices.keypads import KEYPADS
from hardware.drivers import BUZZERS, DISPLAYS
from scorekeeper.words import en

GPIO: Final = (2, 27)
"""The Pi's pins, but for two that say what is plugged on top of it."""
SIDE: Final = 4
THREE: Final = 3
"""How many rows and columns a keypad has, and how many buttons a box."""

KEYPAD: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "keypad.name": Key(
            en("The keypad that plays without a phone. Empty: none."), one_of("", *KEYPADS)
        ),
        "keypad.at": Key(
            en(
                "The device that a USB keypad is, or the port of a microcontroller. Empty: it is "
                "found by itself."
            ),
            TEXT,
        ),
        "keypad.rows": Key(
            en("The GPIO numbers of a matrix's rows, from the top."), several(SIDE, *GPIO)
        ),
        "keypad.columns": Key(
            en("The GPIO numbers of its columns, from the left."), several(SIDE, *GPIO)
        ),
        "keypad.buttons": Key(
            en("The GPIO numbers of three buttons: next, OK and undo."), several(THREE, *GPIO)
        ),
    }
)

BUZZER: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "buzzer.name": Key(
            en(
                "What is heard when something happens. Empty: the buzzer at a pin, if one is named."
            ),
            one_of("", *BUZZERS),
        ),
        "buzzer.pin": Key(
            en("The GPIO number of a buzzer that tells what happens. 0: none."),
            whole(0, GPIO[1]),
        ),
    }
)

READOUT: Final[Mapping[str, Key]] = MappingProxyType(
    {
        "readout.name": Key(
            en("The display with the running count: this terminal, or a chip. Empty: none."),
            one_of("", *DISPLAYS),
        ),
    }
)
