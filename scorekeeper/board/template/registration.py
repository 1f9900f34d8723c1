"""Register marks: where two sheets overlap both show the same marks, to be aligned."""

from collections.abc import Iterator, Sequence
from itertools import count, product
from math import ceil, dist
from string import ascii_uppercase
from typing import Final, NamedTuple

from scorekeeper.board.geometry.shape import Point
from scorekeeper.board.template.ink import RED, Mark, Pen, Ring, Text, cross
from scorekeeper.board.template.paper import OVERLAP, Box, Tiling

RADIUS: Final = 2.0
ARM: Final = 4.0
LETTER: Final = 2.6
PEN: Final = Pen(0.15, RED)
CLEAR: Final = 1.0
INSET: Final = ARM + 2.0
"""Millimetres of white around a mark, if there is room."""
STEP: Final = 2.0
"""From place to place, in the search for room."""


class Register(NamedTuple):
    """A mark on two neighbouring sheets, at the same place of the wood."""

    letter: str
    at: Point

    def drawn(self) -> tuple[Mark, ...]:
        """Return the mark as a crosshair with its letter."""
        beside = Point(self.at.x + RADIUS, self.at.y - RADIUS)
        letter = Text(beside, self.letter, LETTER, RED)
        return (Ring(self.at, RADIUS, PEN), *cross(self.at, ARM, PEN), letter)


class Seam(NamedTuple):
    """The part that only two neighbouring sheets share; ``upright`` if they are side by side."""

    box: Box
    upright: bool


def registers(laid: Tiling, holes: Sequence[Point], drill: float) -> tuple[Register, ...]:
    """Return two marks for every two neighbouring sheets, as clear of the *holes* as possible."""
    places = (at for seam in _seams(laid) for at in _placed(seam, holes, drill / 2 + ARM + CLEAR))
    return tuple(Register(letter, at) for letter, at in zip(_letters(), places, strict=False))


def _letters() -> Iterator[str]:
    """Yield A to Z, AA to ZZ, and so on."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def _seams(laid: Tiling) -> Iterator[Seam]:
    """Yield the seams, without the ends that the next row or column may share."""
    beyond = OVERLAP if laid.rows > 1 else 0.0, OVERLAP if laid.columns > 1 else 0.0
    for tile in laid.tiles:
        left, top, width, height = tile.window
        if tile.column < laid.columns:
            box = Box(tile.window.right - OVERLAP, top, OVERLAP, height)
            yield Seam(box.trimmed(0.0, beyond[0]), upright=True)
        if tile.row < laid.rows:
            box = Box(left, tile.window.bottom - OVERLAP, width, OVERLAP)
            yield Seam(box.trimmed(beyond[1], 0.0), upright=False)


def _placed(seam: Seam, holes: Sequence[Point], clear: float) -> Iterator[Point]:
    """Yield one place in each half of the *seam*, *clear* of all holes or as far as possible."""
    near = [hole for hole in holes if seam.box.holds(hole, -clear)]

    def room(place: Point) -> float:
        return min([clear, *(dist(place, hole) for hole in near)])

    yield max(_places(seam, -1), key=room)
    yield max(_places(seam, 1), key=room)


def _places(seam: Seam, half: int) -> Iterator[Point]:
    """Yield where a whole mark fits within one *half* of the seam, from its end to its middle."""
    middle = Point(seam.box.left + seam.box.width / 2, seam.box.top + seam.box.height / 2)
    sides = seam.box.width / 2 - INSET, seam.box.height / 2 - INSET
    wide, long = sides if seam.upright else sides[::-1]
    for along in _steps(long, ARM):
        for aside in sorted(_steps(wide, -wide), key=abs):
            far = Point(aside, half * along) if seam.upright else Point(half * along, aside)
            yield middle.moved(far)


def _steps(start: float, end: float) -> list[float]:
    """Return steps from *start* down to *end*, inclusive; only the start if it is lower."""
    steps = max(ceil((start - end) / STEP), 0)
    return [start - (start - end) * step / max(steps, 1) for step in range(steps + 1)]
