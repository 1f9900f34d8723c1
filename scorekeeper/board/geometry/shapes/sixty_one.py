"""The board for a game of 61: thirty out and thirty back, from one end or from opposite ends."""

from typing import Final

from scorekeeper.board.geometry.measures import CannotBeBuilt, Wood
from scorekeeper.board.geometry.outline import cut
from scorekeeper.board.geometry.shape import Bend, Point, Shape, Track
from scorekeeper.board.geometry.shapes.out_and_back import out_and_back

OPPOSITE: Final = ' (ends = "opposite")'


def sixty_one(wood: Wood) -> Shape:
    """Once round is a game of 61. Uses all measures but bends.

    From opposite ends the second team pegs in the other direction, to a game hole of its own.
    """
    if wood.ends == "same":
        return cut("sixty-one", wood, out_and_back(wood))
    if wood.tracks > 2:
        raise CannotBeBuilt("tracks", wood.tracks, f"≤ 2{OPPOSITE}")
    if wood.game_holes == "one":
        raise CannotBeBuilt("game_holes", wood.game_holes, f'"each"{OPPOSITE}')
    first = out_and_back(wood)[0]
    return cut("sixty-one", wood, (first, _opposite(first, wood))[: wood.tracks])


def _opposite(track: Track, wood: Wood) -> Track:
    """*track* turned half round, its rows two lanes from the first team's: room for the numbers of
    both."""
    end = track.holes[0].y + track.holes[len(track.holes) // 2 - 1].y

    def turned(place: Point) -> Point:
        return Point(5 * wood.lane - place.x, end - place.y)

    front, back = track.starts
    return Track(
        holes=tuple(turned(hole) for hole in track.holes),
        starts=(turned(front), turned(back)),
        pieces=track.pieces,
        inlay=tuple(Bend(turned(bend.at), bend.radius) for bend in track.inlay),
    )
