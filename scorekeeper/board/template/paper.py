"""The papers that a template is printed on, and what of a sheet is left for the board."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.board.geometry.shape import Point

MARGIN: Final = 8.0
"""Millimetres around each sheet that no printer need reach; most leave 3 to 6.5 mm white."""
FOOT: Final = 26.0
"""What the scale bar, the sheet's name and the legend take at the bottom."""


class Box(NamedTuple):
    """A rectangle, in mm."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.top + self.height

    def trimmed(self, sides: float, ends: float) -> Box:
        """Without so much at its left and right *sides*, and at its top and bottom *ends*."""
        return Box(
            self.left + sides, self.top + ends, self.width - 2 * sides, self.height - 2 * ends
        )

    def holds(self, at: Point, room: float = 0.0) -> bool:
        """Whether *at* lies in it with so much *room* around; negative: at most so far away."""
        return (
            self.left + room <= at.x <= self.right - room
            and self.top + room <= at.y <= self.bottom - room
        )


class Paper(NamedTuple):
    """A sheet: its ``name`` as shops have it, and its measures as it is held upright, in mm."""

    name: str
    width: float
    height: float

    def lying(self) -> Paper:
        """The same sheet on its long side."""
        return Paper(self.name, self.height, self.width)

    @property
    def room(self) -> Box:
        """Where the board may be drawn."""
        return Box(MARGIN, MARGIN, self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOT)


PAPERS: Final[Mapping[str, Paper]] = MappingProxyType(
    {
        "a4": Paper("A4", 210.0, 297.0),
        "letter": Paper("Letter", 215.9, 279.4),
    }
)


def measure(millimetres: float) -> str:
    """A measure as it is written on paper, to a hundredth."""
    return f"{millimetres:.2f}".rstrip("0").rstrip(".")
