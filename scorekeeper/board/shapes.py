"""Where the holes of a board are, in millimetres. A shape is one function and one row of SHAPES."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import msgspec

STREET: Final = 5
"""Holes between two lines across the board, on every board."""


class Point(NamedTuple):
    """A place on the wood: millimetres to the right and down from the first hole."""

    x: float
    y: float


class CannotBeBuilt(ValueError):
    """No board has such a measure."""

    def __init__(self, name: str, value: object, wanted: str) -> None:
        super().__init__(f"a board's {name} cannot be {value!r}; it is {wanted}")
        self.name, self.value, self.wanted = name, value, wanted


class Wood(msgspec.Struct, frozen=True, kw_only=True):
    """The measures that a board is built to: ``pitch`` from hole to hole along a track, ``lane``
    from one track to its neighbour, both in mm. The usual pitch is that of tape with 144 lights
    a metre. Raises CannotBeBuilt.
    """

    tracks: int = 2
    holes: int = 121
    pitch: float = 1000 / 144
    lane: float = 14.0

    def __post_init__(self) -> None:
        for name in ("tracks", "holes"):
            if getattr(self, name) < 1:
                raise CannotBeBuilt(name, getattr(self, name), "≥ 1")
        for name in ("pitch", "lane"):
            if not 0 < getattr(self, name) < float("inf"):
                raise CannotBeBuilt(name, getattr(self, name), "> 0 mm")


Track: TypeAlias = tuple[Point, ...]
"""The holes of one team, the first to be pegged first."""


class Shape(msgspec.Struct, frozen=True):
    """A board without its lights: the holes by track."""

    tracks: tuple[Track, ...]


def straight(wood: Wood) -> Shape:
    """One row a team, side by side, all pegged from the same end."""
    return Shape(
        tuple(
            tuple(Point(hole * wood.pitch, track * wood.lane) for hole in range(wood.holes))
            for track in range(wood.tracks)
        )
    )


SHAPES: Final[Mapping[str, Callable[[Wood], Shape]]] = MappingProxyType({"straight": straight})


class UnknownShape(ValueError):
    """No board has this shape."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no shape of board is called {name!r}; there are {', '.join(SHAPES)}")
        self.name = name


def shape_called(name: str, wood: Wood) -> Shape:
    """The shape of that name, cut from *wood*. Raises UnknownShape."""
    if name not in SHAPES:
        raise UnknownShape(name)
    return SHAPES[name](wood)
