"""Saw a board around its tracks, and write on it what every board has."""

from math import dist
from typing import Final

from scorekeeper.board.geometry.measures import Wood
from scorekeeper.board.geometry.numbering import numbers_beside
from scorekeeper.board.geometry.shape import CLOSE, Bend, Point, Shape, Track

MARGIN: Final = 2
"""Wood around the outermost holes, in lanes or pitches, whichever are more."""


def cut(name: str, wood: Wood, tracks: tuple[Track, ...]) -> Shape:
    """The board with these *tracks*, wherever they lie; its corner is a margin away from them."""
    margin = MARGIN * max(wood.pitch, wood.lane)
    low, high = _corners(tracks)
    laid = tuple(_moved(track, Point(margin - low.x, margin - low.y)) for track in tracks)
    return Shape(
        name=name,
        tracks=laid,
        size=Point(high.x - low.x + 2 * margin, high.y - low.y + 2 * margin),
        pitch=wood.pitch,
        lane=wood.lane,
        numbers=numbers_beside(laid, wood),
        one_game_hole=len(laid) > 1 and len({track.holes[-1] for track in laid}) == 1,
        on_tape=all(_is_taped(track, wood.pitch) for track in laid),
    )


def _corners(tracks: tuple[Track, ...]) -> tuple[Point, Point]:
    """The least and the most that holes reach to the right and down."""
    places = [place for track in tracks for place in (*track.holes, *track.starts)]
    across, down = zip(*places, strict=True)
    return Point(min(across), min(down)), Point(max(across), max(down))


def _moved(track: Track, way: Point) -> Track:
    one, other = track.starts
    return Track(
        holes=tuple(hole.moved(way) for hole in track.holes),
        starts=(one.moved(way), other.moved(way)),
        pieces=track.pieces,
        inlay=tuple(Bend(bend.at.moved(way), bend.radius) for bend in track.inlay),
    )


def _is_taped(track: Track, pitch: float) -> bool:
    """Whether every piece can be a piece of tape with a light each *pitch*."""
    return all(
        track.is_straight(row)
        and all(
            abs(dist(track.holes[hole - 1], track.holes[hole]) - pitch) < CLOSE for hole in row[:-1]
        )
        for row in track.rows
    )
