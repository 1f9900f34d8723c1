"""Colours as seen with colour blindness, and the perceived distance of two."""

from math import dist
from typing import Final

from scorekeeper.board.light import Colour

# Viénot, Brettel and Mollon 1999 for the first two; Machado, Oliveira and Fernandes 2009.
EYES: Final = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranope": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
    "tritanope": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

TO_XYZ: Final = (
    (0.4124 / 0.9505, 0.3576 / 0.9505, 0.1805 / 0.9505),
    (0.2126, 0.7152, 0.0722),
    (0.0193 / 1.089, 0.1192 / 1.089, 0.9505 / 1.089),
)
"""Linear sRGB to CIE XYZ, relative to white."""


def apart(one: Colour, other: Colour, eyes: str) -> float:
    """Return the distance in CIELAB for *eyes*: 2 is just noticeable, 100 is black to white."""
    return dist(_lab(one, eyes), _lab(other, eyes))


def _lab(colour: Colour, eyes: str) -> tuple[float, float, float]:
    light = _times(EYES[eyes], tuple((part / 255) ** 2.2 for part in colour))
    shown = tuple(min(max(part, 0.0), 1.0) for part in light)
    x, y, z = (_root(part) for part in _times(TO_XYZ, shown))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(part * by for part, by in zip(vector, row, strict=True)) for row in matrix)


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else part * 7.787 + 16 / 116
