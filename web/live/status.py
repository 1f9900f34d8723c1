"""The status of strip and keypads in the reader's language, from the live state."""

import msgspec

from scorekeeper.game.live import FaultMessage, Live
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


def strip_status(live: Live, words: Words) -> StripStatus:
    """Return the status of the strip."""
    return StripStatus(live.strip, _say(live.strip_fault, words))


def keypad_statuses(live: Live, words: Words) -> tuple[KeypadStatus, ...]:
    """Return the status of each keypad."""
    return tuple(KeypadStatus(one.name, one.health, _say(one.fault, words)) for one in live.keypads)


def _say(fault: FaultMessage | None, words: Words) -> str | None:
    return words.device_fault(fault) if fault else None
