"""The usual ways to lay one strip in a board: in pegging order, by rows, or serpentine."""

from collections.abc import Callable, Mapping
from itertools import groupby
from math import dist
from typing import Final

from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.wiring.runs import Piece, Pieces, every_nth, pieces_of, tape
from scorekeeper.board.wiring.segments import stretched
from scorekeeper.board.wiring.wiring import Lamps, Place, Wiring


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
        tuple(lit[_laid_at(shape, Place(track, hole))] for hole in range(1, shape.holes + 1))
        for track in range(len(shape.tracks))
    )
    return stretched(Wiring(0, tracks, lamps or Lamps()), pixels)


def _laid_at(shape: Shape, place: Place) -> Place:
    """Return *place*; one game hole for all teams is laid with the first track."""
    return Place(0, place.hole) if shape.one_game_hole and place.hole == shape.holes else place


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
