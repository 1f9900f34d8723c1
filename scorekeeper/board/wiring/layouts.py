"""The usual ways to lay one strip in a board: its pieces, and their order.

On tape the LEDs are beneath the holes only if every piece is straight and the board's pitch is a
whole number of the tape's.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from math import dist
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.board.geometry.shape import Point, Shape
from scorekeeper.board.wiring.wiring import (
    BadlyWired,
    Lamps,
    LoosePixelsOnly,
    OtherPitch,
    Place,
    Wiring,
    stretched,
)

METRE: Final = 1000.0
STRAY: Final = 1.0
"""Millimetres that an LED may be off the middle of its hole at the end of a row."""


class Piece(NamedTuple):
    """One row or bend, in the direction in which the strip runs through it."""

    places: tuple[Place, ...]
    points: tuple[Point, ...]

    def turned(self) -> "Piece":
        """Return the same, laid from the other end."""
        return Piece(self.places[::-1], self.points[::-1])


Pieces: TypeAlias = tuple[Piece, ...]


def pieces_of(shape: Shape) -> Pieces:
    """Return all rows and bends in pegging order, the first track's first."""
    return tuple(piece for track in range(len(shape.tracks)) for piece in _pieces(shape, track))


def _pieces(shape: Shape, number: int) -> Iterator[Piece]:
    track = shape.tracks[number]
    last = shape.holes - (shape.one_game_hole and number > 0)
    for row in track.rows:
        holes = [hole for hole in row if hole <= last]
        if holes:
            places = tuple(Place(number, hole) for hole in holes)
            yield Piece(places, tuple(track.holes[hole - 1] for hole in holes))


def tape(piece: Piece, every: int) -> int:
    """Return the LEDs of tape that *piece* takes, if only one in *every* is in a hole."""
    return (len(piece.places) - 1) * every + 1


def cut_list(shape: Shape, leds_per_m: int, spare: int = 0) -> Mapping[int, int]:
    """Return how many pieces to cut by their LEDs, the longest first. Raises BadlyWired."""
    every = every_nth(shape, leds_per_m)
    *others, last = (tape(piece, every) for piece in pieces_of(shape))
    found = Counter((*(lights + spare for lights in others), last))
    return dict(sorted(found.items(), reverse=True))


def every_nth(shape: Shape, leds_per_m: int) -> int:
    """Return the LEDs of tape for each hole; 1 for loose pixels. Raises BadlyWired."""
    if not leds_per_m:
        return 1
    if not shape.on_tape:
        raise BadlyWired((LoosePixelsOnly(leds_per_m),))
    apart = METRE / leds_per_m
    every = round(shape.pitch / apart)
    holes = max(len(piece.places) for piece in pieces_of(shape))
    if not every or abs(every * apart - shape.pitch) * (holes - 1) > STRAY:
        less = max(int(shape.pitch / apart), 1)
        raise BadlyWired((OtherPitch(leds_per_m, shape.pitch, (less * apart, (less + 1) * apart)),))
    return every


def wire_in_order(
    shape: Shape,
    order: str,
    *,
    leds_per_m: int = 0,
    spare: int = 0,
    pixels: int = 0,
    lamps: Lamps | None = None,
) -> Wiring:
    """Return the wiring of one strip laid in *order*, a key of ORDERS.

    Tape with *leds_per_m* LEDs may have several for each hole; 0 is one pixel a hole. *spare*
    pixels are unused wherever it goes on from one piece to the next. Raises BadlyWired if that tape
    does not fit the board.
    """
    every = every_nth(shape, leds_per_m)
    lit: dict[Place, int] = {}
    free = 0
    for piece in ORDERS[order](pieces_of(shape)):
        lit |= {place: free + step * every for step, place in enumerate(piece.places)}
        free += tape(piece, every) + spare
    tracks = tuple(
        tuple(
            # One game hole for all teams is laid with the first track.
            lit[Place(0 if shape.one_game_hole and hole == shape.holes else track, hole)]
            for hole in range(1, shape.holes + 1)
        )
        for track in range(len(shape.tracks))
    )
    return stretched(Wiring(0, tracks, lamps or Lamps()), pixels)


def _from_the_same_end(pieces: Pieces) -> Pieces:
    """Return each piece from its upper or left end; the uppermost first."""
    turned = (min(piece, piece.turned(), key=_down) for piece in pieces)
    return tuple(sorted(turned, key=_down))


def _to_and_fro(pieces: Pieces) -> Pieces:
    """Begin in the first hole of the first track; where a row ends, go on at the nearest end of
    another. Where rows run in several directions, as in a paperclip, a row is a whole track."""
    way, *left = _rows(pieces)
    while left:
        here = way[-1].points[-1]
        near = min(
            (turn for row in left for turn in (row, _turned(row))),
            key=lambda row: (_rounded(dist(here, row[0].points[0])), *_down(row[0])),
        )
        left = [row for row in left if row not in (near, _turned(near))]
        way += near
    return way


def _rows(pieces: Pieces) -> list[Pieces]:
    if all(_are_parallel(pieces[0], piece) for piece in pieces):
        return [(piece,) for piece in pieces]
    return [tuple(row) for _, row in groupby(pieces, key=lambda piece: piece.places[0].track)]


def _turned(row: Pieces) -> Pieces:
    return tuple(piece.turned() for piece in reversed(row))


def _are_parallel(one: Piece, other: Piece) -> bool:
    """True if two pieces run along the same line or parallel ones, as a single hole always does."""
    (a, b), (c, d) = ((piece.points[0], piece.points[-1]) for piece in (one, other))
    return _rounded((b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)) == 0


def _down(piece: Piece) -> tuple[float, float]:
    x, y = map(_rounded, piece.points[0])
    return y, x


def _rounded(millimetres: float) -> float:
    """Return *millimetres* without rounding errors, so that equal lengths compare equal."""
    return round(millimetres, 3)


ORDERS: Final[Mapping[str, Callable[[Pieces], Pieces]]] = {
    "pegged": lambda pieces: pieces,
    "rows": _from_the_same_end,
    "serpentine": _to_and_fro,
}
"""Every usual way to lay a strip."""
