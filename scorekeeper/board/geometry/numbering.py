"""What is written on a board: the number of every tenth hole, where there is room beside it."""

from collections.abc import Iterator
from math import dist
from typing import Final

from scorekeeper.board.geometry.measures import STREET, Wood
from scorekeeper.board.geometry.shape import CLOSE, Number, Point, Track

EVERY: Final = 2 * STREET


def numbers_beside(tracks: tuple[Track, ...], wood: Wood) -> tuple[Number, ...]:
    """Every tenth hole's number one lane beside it, to the left of the pegging where it can be.

    Tracks that lie side by side share their numbers.
    """
    taken = [place for track in tracks for place in (*track.holes, *track.starts)]
    written: list[Number] = []
    for hole in range(EVERY, len(tracks[0].holes), EVERY):
        for track in tracks:
            here = track.holes[hole - 1]
            if not _is_numbered(hole, here, written, len(tracks) * wood.lane):
                free = (
                    at for at in _beside(track, hole, wood) if _is_free(at, taken, written, wood)
                )
                written += [Number(hole, at) for at in [*free][:1]]
    return tuple(written)


def _beside(track: Track, hole: int, wood: Wood) -> Iterator[Point]:
    """One lane to the left of *hole*, and one to the right."""
    heading, here = track.heading(hole), track.holes[hole - 1]
    left = Point(heading.y, -heading.x)
    yield here.moved(left, wood.lane)
    yield here.moved(left, -wood.lane)


def _is_numbered(hole: int, here: Point, written: list[Number], far: float) -> bool:
    """Whether a neighbour's number can be read for this hole too."""
    return any(other.hole == hole and dist(other.at, here) < far * 1.01 for other in written)


def _is_free(at: Point, taken: list[Point], written: list[Number], wood: Wood) -> bool:
    """Whether a number has as much room as a hole."""
    others = (*taken, *(number.at for number in written))
    return all(dist(at, other) > min(wood.pitch, wood.lane) - CLOSE for other in others)
