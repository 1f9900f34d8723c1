"""Colours, the frame format that all strips share, and the limit on a frame's current."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, dist
from typing import Final, NamedTuple, TypeAlias

import msgspec

from scorekeeper.words import Fault, en

HEX_COLOUR: Final = "#[0-9a-fA-F]{6}"
"""Regular expression for a colour in hexadecimal notation, such as ``#0072ff``."""

Frame: TypeAlias = bytes
"""Red, green and blue for each pixel in turn, 0 to 255, in perceived brightness."""


class Colour(NamedTuple):
    """A colour at full brightness: red, green and blue, 0 to 255 each."""

    red: int
    green: int
    blue: int

    def at(self, level: float) -> bytes:
        """Return the three bytes of this colour at *level*, from 0 (dark) to 1 (full)."""
        red, green, blue = self
        return bytes((round(red * level), round(green * level), round(blue * level)))

    def pale(self) -> "Colour":
        """Return this colour mixed half and half with white."""
        return Colour(*mixed((bytes(self), bytes(WHITE))))


def mixed(lights: Sequence[bytes]) -> bytes:
    """Return the average of *lights*."""
    return bytes(sum(parts) // len(lights) for parts in zip(*lights, strict=True))


WHITE: Final = Colour(255, 214, 170)
"""Warm white, like a light bulb."""
AMBER: Final = Colour(255, 140, 0)
VIOLET: Final = Colour(150, 0, 255)
GREEN: Final = Colour(0, 255, 60)

TEAM_COLOURS: Final = (
    Colour(0, 114, 255),
    Colour(255, 72, 0),
    Colour(255, 220, 40),
    Colour(255, 120, 220),
    Colour(0, 220, 120),
)
"""Blue, vermilion, yellow, pink and green, by team: based on Okabe and Ito's palette for
colour-blind people, but more saturated, as LEDs require."""

MIN_COLOURS: Final = 3
"""Minimum number of team colours that are configured; few games have more teams."""

PALETTES: Final = (
    TEAM_COLOURS,
    (
        Colour(0, 158, 115),
        Colour(204, 60, 200),
        Colour(255, 220, 40),
        Colour(60, 60, 255),
        Colour(200, 30, 0),
    ),
    (
        Colour(255, 150, 0),
        Colour(0, 190, 255),
        Colour(120, 0, 200),
        Colour(255, 255, 255),
        Colour(200, 0, 0),
    ),
)
"""Sets of team colours; within each, colour-blind people can distinguish the colours."""


def for_all_teams(chosen: Sequence[Colour]) -> tuple[Colour, ...]:
    """Return the *chosen* colours, then for each other team the default most unlike the others."""
    colours = list(chosen)
    while len(colours) < len(TEAM_COLOURS):

        def nearest(colour: Colour) -> float:
            return min((dist(colour, other) for other in colours), default=0.0)

        colours.append(max(TEAM_COLOURS, key=nearest))
    return tuple(colours)


def hex_of(colour: Colour) -> str:
    """Return *colour* in hexadecimal notation, such as ``#0072ff``."""
    return f"#{bytes(colour).hex()}"


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """Display preferences. ``colours``: one per team, enough for any game. ``breaths``: how many
    times the back pegs breathe after each change (0: never, ``inf``: always). ``streets`` and
    ``skunk``: draw faint marks at the streets and the skunk line. ``low_vision``: draw each peg
    with three lights, and let the back pegs breathe throughout the game."""

    colours: tuple[Colour, ...] = TEAM_COLOURS
    breaths: float = 4.0
    streets: bool = False
    skunk: bool = True
    low_vision: bool = False


FULL_WHITE: Final = 3 * 255

ALL_PEGS: Final = 8
"""Maximum current of play on a board with holes, as a number of LEDs at full white."""
PANEL_SHARE: Final = 42
"""On a panel, whose digits light more LEDs, it is that of one LED in this many."""
ROUND_MA: Final = 50


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """The current limit of the supply, and the current of one LED at full white, in mA. An LED that
    is off draws 1 mA."""

    limit_ma: int = 850
    led_ma: int = 60


def limited(frame: Frame, power: Power, leds: int | None = None) -> Frame:
    """Return *frame*, dimmed if WLED's current estimate for *leds* LEDs (None: all of the frame)
    exceeds the limit. LEDs that are on stay on as long as the limit allows."""
    total, lit = sum(frame), len(frame) - frame.count(0)
    idle = len(frame) // 3 if leds is None else leds
    allowed = max((power.limit_ma - idle) * FULL_WHITE // power.led_ma, 0)
    if total <= allowed:
        return frame
    least = lit if lit <= allowed else 0
    share, of = allowed - least, total - least
    floor = min(least, 1)
    table = (floor + (level - floor) * share // of if level else 0 for level in range(256))
    return frame.translate(bytes(table))


def can_light(leds: int, power: Power) -> bool:
    """True if *leds* white LEDs can be lit, however dimly, within the limit."""
    return leds + 3 * leds * power.led_ma / FULL_WHITE <= power.limit_ma


def underpowered(pixels: int, power: Power) -> Fault | None:
    """Return the fault if *pixels* dark LEDs leave too little current to show one peg."""
    return limit_fault(pixels, power) if pixels + power.led_ma > power.limit_ma else None


def mostly_dark(pixels: int, power: Power) -> Fault | None:
    """Return advice if *pixels* dark LEDs draw more than half of the limit."""
    if 2 * pixels <= power.limit_ma:
        return None
    sentence = en(
        "{lights} LEDs draw {lights} mA even when off, more than half of strip.limit_ma = {limit}: "
        "the others will be dim. With a supply that can deliver more, set a higher limit."
    )
    return Fault(sentence, lights=pixels, limit=power.limit_ma)


def limit_fault(pixels: int, power: Power) -> Fault:
    """Return the fault for a limit too low for *pixels* LEDs; it names a sufficient one."""
    sentence = en(
        "strip.limit_ma = {limit} is too low: {lights} LEDs draw {lights} mA even when "
        "off. Set it to {enough} or more, with a supply to match."
    )
    enough = enough_ma(pixels, power)
    return Fault(sentence, lights=pixels, limit=power.limit_ma, enough=enough)


def enough_ma(pixels: int, power: Power) -> int:
    """Return a limit, at least the default, that dims no play on *pixels* LEDs, but some wins."""
    needed = pixels + max(ALL_PEGS, pixels // PANEL_SHARE) * power.led_ma
    return max(Power().limit_ma, ceil(needed / ROUND_MA) * ROUND_MA)


@lru_cache
def _gamma_table(gamma: float) -> bytes:
    return bytes(max(round((level / 255) ** gamma * 255), level > 0) for level in range(256))


def corrected(frame: Frame, gamma: float) -> Frame:
    """Return *frame* with gamma correction. LEDs that are on stay on."""
    return frame.translate(_gamma_table(gamma))


@lru_cache
def _dimming_table(level: float) -> bytes:
    return bytes(max(round(part * level), part > 0) for part in range(256))


def dimmed(frame: Frame, level: float) -> Frame:
    """Return *frame* scaled to *level*, above 0 and at most 1. LEDs that are on stay on."""
    return frame if level >= 1 else frame.translate(_dimming_table(level))
