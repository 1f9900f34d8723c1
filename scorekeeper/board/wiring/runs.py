"""The pieces in which a strip lies in a board, each one row or one bend of a track.

On tape the LEDs are beneath the holes only if every piece is straight and the board's pitch is a
whole number of the tape's.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from scorekeeper.board.geometry.shape import Point, Shape
from scorekeeper.board.wiring.wiring import BadlyWired, LoosePixelsOnly, OtherPitch, Place

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
