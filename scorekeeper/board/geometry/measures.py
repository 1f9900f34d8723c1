"""The measures that a board is built to, and how holes are spaced in its rows."""

from typing import Final, Literal

import msgspec

STREET: Final = 5
"""Holes between two lines across the board, on every board."""

STARTS: Final = (2, 3)
"""Pitches from the start holes of the front and the back peg to the first hole."""
SHARED: Final = 2
"""Pitches from the last hole to a game hole for all teams, which has a pixel of its own."""


class CannotBeBuilt(ValueError):
    """A measure that no board can have."""

    def __init__(self, name: str, value: object, wanted: str) -> None:
        super().__init__(f"a board's {name} cannot be {value!r}; it is {wanted}")
        self.name, self.value, self.wanted = name, value, wanted


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """The measures of a board; each shape uses those that apply to it. Raises CannotBeBuilt.

    ``tracks``: teams with holes of their own. ``holes``: of one track, its game hole included; 0 is
    the default of the shape. ``pitch`` from hole to hole along a track, ``lane`` from one row to
    the next, ``street_gap`` in addition to the pitch between two streets, all in mm. The default
    pitch is that of tape with 144 LEDs a metre. ``game_holes``: one for all teams, or one each.
    ``ends``: all start at the same end, or at opposite ones. ``bends``: square, so that tape can be
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

    @property
    def has_game_holes_each(self) -> bool:
        """True if every team ends in a hole of its own, at the end of its row."""
        return self.game_holes == "each" or self.tracks == 1

    def along(self, first: int, count: int) -> tuple[float, ...]:
        """Return how far each of *count* holes in a row is from its first, number *first*."""
        return tuple(
            step * self.pitch
            + ((first + step - 1) // STREET - (first - 1) // STREET) * self.street_gap
            for step in range(count)
        )
