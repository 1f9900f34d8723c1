"""The outline of a board around its tracks, and the numbers written beside every tenth hole."""

from collections.abc import Iterator
from itertools import repeat
from math import dist
from typing import Final

from scorekeeper.board.geometry.measures import STREET, Measures
from scorekeeper.board.geometry.shape import CLOSE, Number, Point, Shape, Track

EVERY: Final = 2 * STREET


def numbers_beside(tracks: tuple[Track, ...], measures: Measures) -> tuple[Number, ...]:
    """Return every tenth hole's number, one lane beside it: to the left of the pegging if there is
    room.

    Tracks side by side share their numbers.
    """
    taken = [place for track in tracks for place in (*track.holes, *track.starts)]
    written: list[Number] = []
    for hole in range(EVERY, len(tracks[0].holes), EVERY):
        for track in tracks:
            here = track.holes[hole - 1]
            if not _is_numbered(hole, here, written, len(tracks) * measures.lane):
                free = (
                    at
                    for at in _beside(track, hole, measures)
                    if _is_free(at, taken, written, measures)
                )
                written += [Number(hole, at) for at in [*free][:1]]
    return tuple(written)


def _beside(track: Track, hole: int, measures: Measures) -> Iterator[Point]:
    """Yield the places one lane to the left of *hole*, and one to the right."""
    heading, here = track.heading(hole), track.holes[hole - 1]
    left = Point(heading.y, -heading.x)
    yield here.moved(left, measures.lane)
    yield here.moved(left, -measures.lane)


def _is_numbered(hole: int, here: Point, written: list[Number], far: float) -> bool:
    """True if the number of a neighbour can be read for this hole too."""
    return any(other.hole == hole and dist(other.at, here) < far * 1.01 for other in written)


def _is_free(at: Point, taken: list[Point], written: list[Number], measures: Measures) -> bool:
    """True if a number has as much room as a hole."""
    others = (*taken, *(number.at for number in written))
    room = min(measures.pitch, measures.lane) - CLOSE
    return min(map(dist, others, repeat(at))) > room


MARGIN: Final = 2
"""Wood around the outermost holes, in lanes or pitches, whichever is larger."""


def shape_around(name: str, measures: Measures, tracks: tuple[Track, ...]) -> Shape:
    """Return the board with these *tracks*, moved so that the top left corner is a margin away."""
    margin = MARGIN * max(measures.pitch, measures.lane)
    low, high = _corners(tracks)
    way = Point(margin - low.x, margin - low.y)
    laid = tuple(track.mapped(way.moved) for track in tracks)
    return Shape(
        name=name,
        tracks=laid,
        size=Point(high.x - low.x + 2 * margin, high.y - low.y + 2 * margin),
        pitch=measures.pitch,
        lane=measures.lane,
        numbers=numbers_beside(laid, measures),
        one_game_hole=len(laid) > 1 and len({track.holes[-1] for track in laid}) == 1,
        on_tape=all(_is_taped(track, measures.pitch) for track in laid),
    )


def _corners(tracks: tuple[Track, ...]) -> tuple[Point, Point]:
    """Return the smallest and the largest x and y of all holes."""
    places = [place for track in tracks for place in (*track.holes, *track.starts)]
    across, down = zip(*places, strict=True)
    return Point(min(across), min(down)), Point(max(across), max(down))


def _is_taped(track: Track, pitch: float) -> bool:
    """True if every piece can be a piece of tape with a pixel each *pitch*."""
    return all(
        track.is_straight(row)
        and all(
            abs(dist(track.holes[hole - 1], track.holes[hole]) - pitch) < CLOSE for hole in row[:-1]
        )
        for row in track.rows
    )
