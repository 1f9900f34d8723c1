"""What a frame costs in current, and how it is kept within what the power supply gives."""

from functools import lru_cache
from math import ceil
from typing import Final

import msgspec

from scorekeeper.board.light.colour import Frame

WHITE: Final = 3 * 255

ALL_PEGS: Final = 8
"""No game on any board draws more, at its brightest, than so many lights of full white."""
ROUND_MA: Final = 50


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """``limit_ma`` that the supply may give to the strip, and ``led_ma`` that one light takes when
    it is full white. A light that is off takes 1 mA.
    """

    limit_ma: int = 850
    led_ma: int = 60


def drawn_ma(frame: Frame, power: Power) -> float:
    """The current of *frame* in mA (WLED's estimate)."""
    return sum(frame) * power.led_ma / WHITE + len(frame) // 3


def all_white_ma(pixels: int, power: Power) -> int:
    """What so many lights would draw if all were full white."""
    return pixels * (power.led_ma + 1)


def limited(frame: Frame, power: Power) -> Frame:
    """*frame*, darker where it would draw more than the limit; dark where even that is too much."""
    total = sum(frame)
    allowed = max((power.limit_ma - len(frame) // 3) * WHITE // power.led_ma, 0)
    if total <= allowed:
        return frame
    return frame.translate(bytes(level * allowed // total for level in range(256)))


def starves(pixels: int, power: Power) -> bool:
    """Whether so many dark lights leave less than one peg needs to be seen."""
    return pixels + power.led_ma > power.limit_ma


def enough_ma(pixels: int, power: Power) -> int:
    """A limit within which no game on so many lights is dimmed; the usual one where that does."""
    needed = pixels + ALL_PEGS * power.led_ma
    return max(Power().limit_ma, ceil(needed / ROUND_MA) * ROUND_MA)


@lru_cache
def _gamma_table(gamma: float) -> bytes:
    return bytes(max(round((level / 255) ** gamma * 255), level > 0) for level in range(256))


def corrected(frame: Frame, gamma: float) -> Frame:
    """*frame* for lights whose brightness goes with the number, where the eye's does not. What was
    lit stays lit.
    """
    return frame.translate(_gamma_table(gamma))


@lru_cache
def _dimming_table(level: float) -> bytes:
    return bytes(max(round(part * level), part > 0) for part in range(256))


def dimmed(frame: Frame, level: float) -> Frame:
    """*frame* at *level*, above 0 and up to 1 of its brightness. What was lit stays lit."""
    return frame if level >= 1 else frame.translate(_dimming_table(level))
