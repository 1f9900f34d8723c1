"""The woods that a board may be drawn in, and the colours of the inlays."""

from collections.abc import Mapping
from typing import Final

import msgspec

from scorekeeper.board.light.colour import Colour


class Theme(msgspec.Struct, frozen=True, kw_only=True):
    """The colours of one wood: ``light`` and ``dark`` parts of the plank, its ``edge`` and grain,
    the ``ink`` of lines and numbers, and the ``skunk`` letters."""

    light: str
    dark: str
    edge: str
    ink: str
    skunk: str


THEMES: Final[Mapping[str, Theme]] = {
    "walnut": Theme(
        light="#6e4424", dark="#55311a", edge="#2b1709", ink="#f6e3c5", skunk="#ffd9d2"
    ),
    "maple": Theme(light="#e3bd84", dark="#cf9f60", edge="#7a5224", ink="#3d260f", skunk="#7c0a1c"),
}

DEPTH: Final = 0.72
"""The part of an LED's brightness that its colour keeps as wood; bright colours keep more."""
DULL: Final = 14
"""The part of every colour in each, as no wood is as pure as a light."""


class Dye(msgspec.Struct, frozen=True):
    """A team's colour on wood, and on a peg in light and in shadow."""

    fill: str
    light: str
    dark: str


def dye(colour: Colour) -> Dye:
    """Return a team's colour by daylight: less glaring, so that numbers beside it can be read."""
    red, green, blue = colour
    bright = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    deep = DEPTH + (1 - DEPTH) * bright
    fill = tuple(DULL + (1 - DULL / 128) * part * deep for part in (red, green, blue))
    return Dye(
        _hex(fill),
        _hex(tuple(part + (255 - part) * 0.5 for part in fill)),
        _hex(tuple(part * 0.45 for part in fill)),
    )


def _hex(colour: tuple[float, ...]) -> str:
    return f"#{bytes(round(part) for part in colour).hex()}"
