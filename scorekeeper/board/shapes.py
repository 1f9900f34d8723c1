"""Board shapes, one function and one table row each, and the shape drawn if no board is configured.

Points in a bend are measured from halfway between the ends of the two legs, x to the right and y
upwards, as seen from the leg that leads into the bend.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, Literal, NamedTuple, assert_never

from msgspec.structs import replace

from scorekeeper.board.shape import (
    MAX_LAPS,
    SHARED,
    STARTS,
    STREET,
    Bend,
    CannotBeBuilt,
    Measures,
    Point,
    Shape,
    Track,
    laps,
    shape_around,
)
from scorekeeper.rules.variants import Rules


class Stretch(NamedTuple):
    """Consecutive holes of a track: the number of the first, and how many there are."""

    first: int
    holes: int


class TrackBend(NamedTuple):
    """A bend of one track: its holes and the inlay beneath them."""

    holes: tuple[Point, ...]
    inlay: tuple[Bend, Bend]


class Bends(NamedTuple):
    """A kind of bend.

    ``big``: holes in the big bend. ``spare``: streets by which the middle leg is shorter than its
    neighbours, to leave room for the game holes. ``least(measures, stretch)``: half the minimum
    distance between the two legs of a track. ``way(measures, stretch, radius, outside)``: the bend
    of a track whose legs are twice *radius* apart, *outside* mm outside the innermost track.
    """

    big: int
    spare: int
    least: Callable[[Measures, Stretch], float]
    way: Callable[[Measures, Stretch, float, float], TrackBend]


def _across(measures: Measures, stretch: Stretch, radius: float, outside: float) -> TrackBend:
    """Return a row across the ends of both legs, centred, one lane beyond them to fit tape."""
    row = measures.along(*stretch)
    up = _lead(measures) + measures.lane / 2 + outside
    return TrackBend(
        tuple(Point(far - row[-1] / 2, up) for far in row),
        (Bend(Point(-radius, up)), Bend(Point(radius, up))),
    )


def _round(measures: Measures, stretch: Stretch, radius: float, _: float) -> TrackBend:
    """Return a half circle in which the holes of all tracks are at the same angles."""
    lead = _lead(measures)
    turn = pi / _length(measures, stretch)
    angles = [(far + lead) * turn for far in measures.along(*stretch)]
    return TrackBend(
        tuple(Point(-radius * cos(at), lead + radius * sin(at)) for at in angles),
        (Bend(Point(-radius, lead)), Bend(Point(radius, lead), radius)),
    )


def _lead(measures: Measures) -> float:
    """Return the distance from the last hole of a leg to its end."""
    return (measures.pitch + measures.street_gap) / 2


def _length(measures: Measures, stretch: Stretch) -> float:
    return measures.along(*stretch)[-1] + 2 * _lead(measures)


BENDS: Final[Mapping[Literal["square", "round"], Bends]] = {
    # Half of the row, which is no longer than from leg to leg.
    "square": Bends(15, 1, lambda measures, row: measures.along(*row)[-1] / 2, _across),
    # The radius at which neighbouring holes are a pitch apart, as the crow flies.
    "round": Bends(
        10,
        0,
        lambda measures, row: (
            measures.pitch / (2 * sin(pi * measures.pitch / (2 * _length(measures, row))))
        ),
        _round,
    ),
}


CLASSIC_HOLES: Final = 61
"""Default holes per track: thirty out, thirty back, and the game hole."""


def out_and_back(measures: Measures) -> tuple[Track, ...]:
    """Return two rows per team, pegged upwards first; hole 31 is beside hole 30.

    Raises CannotBeBuilt if the two rows cannot be of equal length.
    """
    holes = measures.holes or CLASSIC_HOLES
    if holes < 5 or holes % 2 == 0:
        raise CannotBeBuilt("holes", holes, "5, 7, 9 …")
    return tuple(_pair(measures, holes // 2, outer, inner) for outer, inner in _columns(measures))


def _columns(measures: Measures) -> Iterator[tuple[float, float]]:
    """Yield the x coordinates of each team's outer and inner row. The second of two teams mirrors
    the first, and they share their numbers; with more teams each pair of rows has its own."""
    if measures.tracks == 2:
        yield from ((0, measures.lane), (4 * measures.lane, 3 * measures.lane))
    else:
        for team in range(measures.tracks):
            yield 4 * team * measures.lane, (4 * team + 1) * measures.lane


def _pair(measures: Measures, row: int, outer: float, inner: float) -> Track:
    """Return two rows of *row* holes, with the first hole at y = 0. A shared game hole is centred
    at the starting end, or behind the start holes if those are in the way, as with an odd number of
    teams."""
    each = measures.has_game_holes_each
    out = tuple(Point(outer, -far) for far in measures.along(1, row))
    top = out[-1].y
    back = tuple(Point(inner, top + far) for far in measures.along(row + 1, row + each))
    front_start, back_start = (Point(outer, pitches * measures.pitch) for pitches in STARTS)
    middle = sum(map(sum, _columns(measures))) / (2 * measures.tracks)
    behind = SHARED if measures.tracks % 2 == 0 else STARTS[-1] + SHARED
    shared = () if each else (Point(middle, behind * measures.pitch),)
    return Track(
        holes=(*out, *back, *shared),
        starts=(front_start, back_start),
        pieces=(len(out), len(back), *(1 for _ in shared)),
        inlay=(Bend(back_start), Bend(out[-1]), Bend(back[0], (inner - outer) / 2), Bend(back[-1])),
    )


OPPOSITE: Final = ' (ends = "opposite")'


def sixty_one(measures: Measures) -> Shape:
    """Return the board whose lap is 61 holes. Uses all dimensions except bends.

    With opposite ends the second team pegs in the other direction, to a game hole of its own.
    """
    if measures.ends == "same":
        return shape_around("sixty-one", measures, out_and_back(measures))
    if measures.tracks > 2:
        raise CannotBeBuilt("tracks", measures.tracks, f"≤ 2{OPPOSITE}")
    if measures.game_holes == "one":
        raise CannotBeBuilt("game_holes", measures.game_holes, f'"each"{OPPOSITE}')
    first = out_and_back(measures)[0]
    end = first.holes[0].y + first.holes[len(first.holes) // 2 - 1].y
    # Turned by half, two lanes from the first team's: room for both numbers.
    second = first.mapped(lambda place: Point(5 * measures.lane - place.x, end - place.y))
    return shape_around("sixty-one", measures, (first, second)[: measures.tracks])


PAPERCLIP_HOLES: Final = 121
PAPERCLIP_LEAST: Final = 46
SMALL: Final = STREET
"""Holes in the small bend."""


def paperclip(measures: Measures) -> Shape:
    """Return the board whose single lap is a game of 121. Uses all dimensions except ends.

    Every leg and bend consists of whole streets. The first team's track is the outermost. Raises
    CannotBeBuilt.
    """
    parts = _parts(measures)
    # Room for numbers, and for both innermost bends.
    least, band = BENDS[measures.bends].least, _band(measures)
    apart = max(
        band + 2 * measures.lane,
        band / 2 + least(measures, parts.big),
        band + 2 * least(measures, parts.small),
    )
    tracks = tuple(_track(measures, parts, apart, team) for team in range(measures.tracks))
    return shape_around("paperclip", measures, tracks)


class _Parts(NamedTuple):
    """The legs and bends in pegging order."""

    left: Stretch
    big: Stretch
    right: Stretch
    small: Stretch
    middle: Stretch


def _parts(measures: Measures) -> _Parts:
    """Distribute the streets among legs and bends; separate game holes belong to the middle leg.

    The left leg is at least as long as the right one, and the right one as the middle one.
    """
    holes = measures.holes or PAPERCLIP_HOLES
    if holes < PAPERCLIP_LEAST or holes % STREET != 1:
        raise CannotBeBuilt(
            "holes",
            holes,
            f"{PAPERCLIP_LEAST}, {PAPERCLIP_LEAST + STREET}, {PAPERCLIP_LEAST + 2 * STREET} …",
        )
    bends = BENDS[measures.bends]
    streets = (holes - 1 - bends.big - SMALL) // STREET
    middle = (streets - 2 * bends.spare) // 3
    right = (streets - middle) // 2
    left = streets - middle - right
    own = measures.has_game_holes_each
    counts = (left * STREET, bends.big, right * STREET, SMALL, middle * STREET + own)
    return _Parts(*(Stretch(1 + sum(counts[:at]), holes) for at, holes in enumerate(counts)))


def _band(measures: Measures) -> float:
    """Return the distance from the outermost track of a leg to the innermost."""
    return (measures.tracks - 1) * measures.lane


def _track(measures: Measures, parts: _Parts, apart: float, team: int) -> Track:
    way, outside = BENDS[measures.bends].way, (measures.tracks - 1 - team) * measures.lane
    out = outside - _band(measures) / 2
    up, down, again = (measures.along(*leg) for leg in (parts.left, parts.right, parts.middle))
    left = tuple(Point(-out, up[-1] - far) for far in up)
    over = way(measures, parts.big, apart + out, outside)
    under = way(measures, parts.small, apart / 2 + out, outside)
    big = _placed(over, lambda at: Point(apart + at.x, -at.y))
    right = tuple(Point(2 * apart + out, far) for far in down)
    small = _placed(under, lambda at: Point(1.5 * apart - at.x, down[-1] + at.y))
    middle = tuple(Point(apart - out, down[-1] - far) for far in again)
    above = Point(apart, middle[-1].y - SHARED * measures.pitch)
    shared = () if measures.has_game_holes_each else (above,)
    front, back = (Point(-out, up[-1] + pitches * measures.pitch) for pitches in STARTS)
    return Track(
        holes=(*left, *big.holes, *right, *small.holes, *middle, *shared),
        starts=(front, back),
        pieces=(*(part.holes for part in parts), *(1 for _ in shared)),
        inlay=(Bend(back), *big.inlay, *small.inlay, Bend(middle[-1])),
    )


def _placed(bend: TrackBend, placed: Callable[[Point], Point]) -> TrackBend:
    one, other = bend.inlay
    return TrackBend(
        tuple(placed(hole) for hole in bend.holes),
        (Bend(placed(one.at), one.radius), Bend(placed(other.at), other.radius)),
    )


STRAIGHT_HOLES: Final = 121
STRAIGHT_LEAST: Final = 2


def straight(measures: Measures) -> Shape:
    """Return horizontal rows, the first team's at the top. Uses all dimensions except ends and
    bends."""
    if 0 < measures.holes < STRAIGHT_LEAST:
        raise CannotBeBuilt("holes", measures.holes, f"≥ {STRAIGHT_LEAST}")
    rows = (_row(measures, team * measures.lane) for team in range(measures.tracks))
    return shape_around("straight", measures, tuple(rows))


def _row(measures: Measures, y: float) -> Track:
    holes, each = measures.holes or STRAIGHT_HOLES, measures.has_game_holes_each
    row = tuple(Point(x, y) for x in measures.along(1, holes if each else holes - 1))
    behind = Point(row[-1].x + SHARED * measures.pitch, (measures.tracks - 1) * measures.lane / 2)
    shared = () if each else (behind,)
    front, back = (Point(-pitches * measures.pitch, y) for pitches in STARTS)
    return Track(
        holes=(*row, *shared),
        starts=(front, back),
        pieces=(len(row), *(1 for _ in shared)),
        inlay=(Bend(back), Bend(row[-1])),
    )


SHAPES: Final[Mapping[str, Callable[[Measures], Shape]]] = {
    "classic": lambda measures: shape_around("classic", measures, out_and_back(measures)),
    "sixty-one": sixty_one,
    "straight": straight,
    "paperclip": paperclip,
}
"""Builders of shapes by name; they raise CannotBeBuilt for dimensions that the shape cannot have.
The classic board takes two laps for 121, and uses all dimensions except ends and bends."""


class UnknownShape(ValueError):
    """The shape's name is unknown."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown board shape {name!r}; available: {', '.join(SHAPES)}")
        self.name = name


@lru_cache(maxsize=32)  # On a small Pi it takes a tenth of a second, for each look at the config.
def shape_named(name: str, measures: Measures) -> Shape:
    """Return the shape called *name*, built to *measures*. Raises UnknownShape or CannotBeBuilt."""
    if name not in SHAPES:
        raise UnknownShape(name)
    return SHAPES[name](measures)


PITCH: Final = 16.0
LANE: Final = 17.0
OUT_AND_BACK_LANES: Final = {2: 20.0, 3: 14.0}
"""Lane in mm by number of tracks, to match the height of an equally long paperclip if possible."""
NARROW: Final = 10.0
"""Lane in mm for four or more tracks, the narrowest that pegs allow."""
STREET_GAP: Final = 7.0

LONG_ROUND: Final = 121


def drawn_shape(rules: Rules) -> Shape:
    """Return the shape that the page draws: the paperclip for two players to 121, otherwise the
    proposed shape.

    On screen extra holes cost nothing, and a single lap shows who is ahead.
    """
    is_usual = rules.players == 2 and rules.target == LONG_ROUND and rules.shape == "classic"
    return proposed_shape(replace(rules, shape="paperclip") if is_usual else rules)


@lru_cache(maxsize=32)
def proposed_shape(rules: Rules) -> Shape:
    """Return the shape for *rules*, with one track per team and, if the shape allows it, one hole
    per point.

    It is only drawn, never built: its streets are spaced apart and its bends are round.
    """
    goes_back = rules.shape in {"classic", "sixty-one"}
    tracks = len(rules.teams)
    return shape_named(
        rules.shape,
        Measures(
            tracks=tracks,
            holes=_holes(rules),
            pitch=PITCH,
            lane=OUT_AND_BACK_LANES.get(tracks, NARROW) if goes_back else LANE,
            street_gap=STREET_GAP,
            game_holes="one",
            bends="round",
        ),
    )


def _holes(rules: Rules) -> int:
    """Return the game's points, rounded up to a number of holes that the shape allows. Boards for
    several laps keep their default, unless the game would take too many laps."""
    match rules.shape:
        case "straight":
            return rules.target
        case "paperclip":
            return max(PAPERCLIP_LEAST, 1 - (1 - rules.target) // STREET * STREET)
        case "classic" | "sixty-one":
            return 0 if laps(CLASSIC_HOLES, rules.target) <= MAX_LAPS else LONG_ROUND
        case _:
            assert_never(rules.shape)
