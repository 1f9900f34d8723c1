"""The status of strip and keypads in the reader's language."""

import msgspec

from scorekeeper.device import FaultMessage
from scorekeeper.machine import Machine
from scorekeeper.words import Words


class StripStatus(msgspec.Struct, frozen=True):
    """``health`` is ``ok``, ``lost``, ``misfit``, ``miswired``, ``unfed``, ``broken`` or ``off``,
    null before the strip was first tried; ``say`` is what is wrong and how to fix it."""

    health: str | None
    say: str | None


class KeypadStatus(msgspec.Struct, frozen=True):
    """A keypad: ``name`` as in the config; ``health`` is ``ok``, ``lost`` or ``off``; ``say`` is
    what is wrong and how to fix it."""

    name: str
    health: str
    say: str | None


def strip_status(machine: Machine, words: Words) -> StripStatus:
    """Return the status of the strip."""
    return StripStatus(machine.strip, _say(machine.strip_fault, words))


def keypad_statuses(machine: Machine, words: Words) -> tuple[KeypadStatus, ...]:
    """Return the status of each keypad."""
    return tuple(
        KeypadStatus(keypad.name, keypad.health, _say(keypad.fault, words))
        for keypad in machine.keypads
    )


def _say(fault: FaultMessage | None, words: Words) -> str | None:
    return words.device_fault(fault) if fault else None
