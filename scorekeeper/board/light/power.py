"""The current that a frame draws, and how it is kept within the limit of the supply."""

from functools import lru_cache
from math import ceil
from typing import Final

import msgspec

from scorekeeper.board.light.colour import Frame

WHITE: Final = 3 * 255

ALL_PEGS: Final = 8
"""No game on any board draws more, at its brightest, than this many LEDs of full white."""
ROUND_MA: Final = 50


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """The supply's limit, and an LED's current at full white; one that is off draws 1 mA."""

    limit_ma: int = 850
    led_ma: int = 60


def all_white_ma(pixels: int, power: Power) -> int:
    """Return the current of *pixels* LEDs at full white, in mA."""
    return pixels * (power.led_ma + 1)


def limited(frame: Frame, power: Power, leds: int | None = None) -> Frame:
    """Return *frame*, dimmed if WLED's estimate for *leds* (None: all of it) exceeds the limit. Lit
    stays lit if the limit carries that at all."""
    total, lit = sum(frame), len(frame) - frame.count(0)
    idle = len(frame) // 3 if leds is None else leds
    allowed = max((power.limit_ma - idle) * WHITE // power.led_ma, 0)
    if total <= allowed:
        return frame
    least = lit if lit <= allowed else 0
    share, of = allowed - least, total - least
    floor = min(least, 1)
    table = (floor + (level - floor) * share // of if level else 0 for level in range(256))
    return frame.translate(bytes(table))


def can_light(leds: int, power: Power) -> bool:
    """True if *leds* LEDs of all three colours can shine within the limit, however dimly."""
    return leds + 3 * leds * power.led_ma / WHITE <= power.limit_ma


def is_underpowered(pixels: int, power: Power) -> bool:
    """True if *pixels* dark LEDs leave less than one peg needs to be seen."""
    return pixels + power.led_ma > power.limit_ma


def enough_ma(pixels: int, power: Power) -> int:
    """Return a limit within which no game on *pixels* LEDs is dimmed, at least the default."""
    needed = pixels + ALL_PEGS * power.led_ma
    return max(Power().limit_ma, ceil(needed / ROUND_MA) * ROUND_MA)


@lru_cache
def _gamma_table(gamma: float) -> bytes:
    return bytes(max(round((level / 255) ** gamma * 255), level > 0) for level in range(256))


def corrected(frame: Frame, gamma: float) -> Frame:
    """Return *frame* with gamma correction, as LEDs are linear and eyes are not. Lit stays lit."""
    return frame.translate(_gamma_table(gamma))


@lru_cache
def _dimming_table(level: float) -> bytes:
    return bytes(max(round(part * level), part > 0) for part in range(256))


def dimmed(frame: Frame, level: float) -> Frame:
    """Return *frame* at *level*, above 0 and up to 1 of its brightness. Lit stays lit."""
    return frame if level >= 1 else frame.translate(_dimming_table(level))
