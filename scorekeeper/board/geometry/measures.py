"""The measures that a board is built to, before it has a shape."""

from typing import Final, Literal

import msgspec

STREET: Final = 5
"""Holes between two lines across the board, on every board."""


class CannotBeBuilt(ValueError):
    """No board has such a measure."""

    def __init__(self, name: str, value: object, wanted: str) -> None:
        super().__init__(f"a board's {name} cannot be {value!r}; it is {wanted}")
        self.name, self.value, self.wanted = name, value, wanted


class Wood(msgspec.Struct, frozen=True, kw_only=True):
    """What a shape is cut from; each shape uses what it knows of. Raises CannotBeBuilt.

    ``tracks``: teams with holes of their own. ``holes``: of one track, its game hole included; 0 is
    what is usual for the shape. ``pitch`` from hole to hole along a track, ``lane`` from one row
    to its neighbour, ``street_gap`` more than the pitch between two streets, all in mm. The usual
    pitch is that of tape with 144 lights a metre. ``game_holes``: one for everybody, or one each.
    ``ends``: whether all start at the same end, or at opposite ones. ``bends``: as tape can be
    laid, or round.
    """

    tracks: int = 2
    holes: int = 0
    pitch: float = 1000 / 144
    lane: float = 14.0
    street_gap: float = 0.0
    game_holes: Literal["one", "each"] = "each"
    ends: Literal["same", "opposite"] = "same"
    bends: Literal["square", "round"] = "square"

    def __post_init__(self) -> None:
        if self.tracks < 1:
            raise CannotBeBuilt("tracks", self.tracks, "≥ 1")
        if self.holes < 0:
            raise CannotBeBuilt("holes", self.holes, "≥ 0")
        for name in ("pitch", "lane"):
            if not 0 < getattr(self, name) < float("inf"):
                raise CannotBeBuilt(name, getattr(self, name), "> 0 mm")
        if not 0 <= self.street_gap < float("inf"):
            raise CannotBeBuilt("street_gap", self.street_gap, "≥ 0 mm")
