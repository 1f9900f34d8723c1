"""The geometry of a board without its lights: dimensions, holes in millimetres, outline."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate, repeat
from math import dist
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

STREET: Final = 5
"""Holes per street."""

STARTS: Final = (2, 3)
"""Distances in pitches from the start holes of the front and the back peg to the first hole."""
SHARED: Final = 2
"""Distance in pitches from the last hole to a shared game hole."""


class CannotBeBuilt(ValueError):
    """A dimension of a board is invalid."""

    def __init__(self, name: str, value: object, wanted: str) -> None:
        super().__init__(f"a board's {name} cannot be {value!r}; it must be {wanted}")
        self.name, self.value, self.wanted = name, value, wanted


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """The dimensions of a board; each shape uses those that apply to it. Raises CannotBeBuilt.

    ``tracks``: number of teams with holes of their own. ``holes``: per track, including the game
    hole; 0 means the shape's default. ``pitch``: from hole to hole along a track; ``lane``: from
    row to row; ``street_gap``: extra distance between two streets; all in mm. The default pitch is
    that of tape with 144 LEDs per metre. ``game_holes``: one shared game hole, or one per team.
    ``ends``: all teams start at the same end, or at opposite ends. ``bends``: square, suitable for
    tape, or round.
    """

    tracks: int = 2
    holes: int = 0
    pitch: float = 1000 / 144
    lane: float = 14.0
    street_gap: float = 0.0
    game_holes: Literal["one", "each"] = "each"
    ends: Literal["same", "opposite"] = "same"
    bends: Literal["square", "round"] = "square"

    def __post_init__(self) -> None:
        if self.tracks < 1:
            raise CannotBeBuilt("tracks", self.tracks, "≥ 1")
        if self.holes < 0:
            raise CannotBeBuilt("holes", self.holes, "≥ 0")
        for name in ("pitch", "lane"):
            if not 0 < getattr(self, name) < float("inf"):
                raise CannotBeBuilt(name, getattr(self, name), "> 0 mm")
        if not 0 <= self.street_gap < float("inf"):
            raise CannotBeBuilt("street_gap", self.street_gap, "≥ 0 mm")

    @property
    def has_game_holes_each(self) -> bool:
        """True if every team has its own game hole at the end of its row."""
        return self.game_holes == "each" or self.tracks == 1

    def along(self, first: int, count: int) -> tuple[float, ...]:
        """Return the distances of *count* holes in a row from its first, which is hole *first*."""
        return tuple(
            step * self.pitch
            + ((first + step - 1) // STREET - (first - 1) // STREET) * self.street_gap
            for step in range(count)
        )


CLOSE: Final = 1e-6
"""Tolerance for rounding errors, in mm."""


class Point(NamedTuple):
    """A point on the wood: millimetres to the right of its left edge, and below its top edge."""

    x: float
    y: float

    def moved(self, way: "Point", far: float = 1.0) -> "Point":
        """Return this point moved by *far* times *way*."""
        return Point(self.x + far * way.x, self.y + far * way.y)

    def halfway(self, to: "Point") -> "Point":
        """Return the midpoint between this point and another."""
        return Point((self.x + to.x) / 2, (self.y + to.y) / 2)

    def towards(self, to: "Point") -> "Point":
        """Return the direction from this point to another as a unit vector."""
        far = dist(self, to)
        return Point((to.x - self.x) / far, (to.y - self.y) / far)


class Bend(NamedTuple):
    """One segment of the inlay beneath a track: to ``at``, straight or as an arc of ``radius`` mm.

    The arc turns right (clockwise) if ``radius`` is positive, left if it is negative.
    """

    at: Point
    radius: float = 0.0


class Number(NamedTuple):
    """A hole's number, and the position at which it is written."""

    hole: int
    at: Point


class Segment(NamedTuple):
    """A line across a track: at the end of a street, or at a skunk line."""

    start: Point
    end: Point


class NoLine(ValueError):
    """A line cannot follow this hole, because a line needs a hole on either side."""

    def __init__(self, hole: int, holes: int) -> None:
        super().__init__(f"no line can follow hole {hole}; lines can follow holes 1 to {holes - 1}")
        self.hole, self.holes = hole, holes


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """The holes of one team.

    ``holes``: in pegging order, ending with the game hole. ``starts``: the start holes of the front
    and the back peg. ``pieces``: the number of holes in each straight row or bend, in pegging
    order; an LED strip is cut at the end of each piece. The game hole belongs to the last piece if
    it continues that row; otherwise it is a piece of its own. ``inlay``: the line beneath the
    holes, for drawing.
    """

    holes: tuple[Point, ...]
    starts: tuple[Point, Point]
    pieces: tuple[int, ...]
    inlay: tuple[Bend, ...]

    def mapped(self, place: Callable[[Point], Point]) -> "Track":
        """Return the track with every point transformed by *place*; the radii of arcs are kept."""
        front, back = map(place, self.starts)
        return Track(
            holes=tuple(map(place, self.holes)),
            starts=(front, back),
            pieces=self.pieces,
            inlay=tuple(Bend(place(bend.at), bend.radius) for bend in self.inlay),
        )

    @property
    def rows(self) -> tuple[range, ...]:
        """The hole numbers, from 1, of each piece."""
        return _rows(self.pieces)

    def row(self, hole: int) -> range:
        """Return the hole numbers of the piece that contains *hole*."""
        return next(row for row in self.rows if hole in row)

    def heading(self, hole: int) -> Point:
        """Return the direction of pegging at *hole* as a unit vector."""
        row = self.row(hole)
        before, after = max(hole - 1, row.start), min(hole + 1, row[-1])
        if before == after:
            return (self.starts[0], *self.holes)[hole - 1].towards(self.holes[hole - 1])
        return self.holes[before - 1].towards(self.holes[after - 1])

    def is_straight(self, row: range) -> bool:
        """True if the holes of the piece *row* lie on a straight line."""
        way = self.heading(row.start)
        return all(dist(way, self.heading(hole)) < CLOSE for hole in row)


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """The geometry of a board: tracks, outline in mm, and the numbers written on it.

    ``one_game_hole``: all tracks share their last hole. ``on_tape``: LED tape fits, because all
    pieces are straight and their holes exactly one ``pitch`` apart; otherwise the board takes loose
    pixels. ``cells``: if the board is an LED panel, the centre of each pixel.
    """

    name: str
    tracks: tuple[Track, ...]
    size: Point
    pitch: float
    lane: float
    numbers: tuple[Number, ...]
    one_game_hole: bool
    on_tape: bool
    cells: tuple[Point, ...] = ()

    @property
    def holes(self) -> int:
        """The number of holes per track, including the game hole."""
        return len(self.tracks[0].holes)

    def across(self, track: int, hole: int) -> Segment:
        """Return the line across *track* after *hole* (from 1), one lane long, from the left to the
        right of the direction of pegging.

        After the last hole of a row, the line is at the end of the row, even if the next hole is
        elsewhere. Raises NoLine.
        """
        if not 1 <= hole < self.holes:
            raise NoLine(hole, self.holes)
        middle, heading = _between(self.tracks[track], hole, self.pitch)
        aside = Point(heading.y, -heading.x)
        return Segment(middle.moved(aside, self.lane / 2), middle.moved(aside, -self.lane / 2))


@lru_cache
def _rows(pieces: tuple[int, ...]) -> tuple[range, ...]:
    firsts = accumulate(pieces, initial=1)
    return tuple(range(first, first + size) for first, size in zip(firsts, pieces, strict=False))


def _between(track: Track, hole: int, pitch: float) -> tuple[Point, Point]:
    """Return the midpoint after *hole* and the heading there, measured on the straighter side."""
    here, there, row = track.holes[hole - 1], track.holes[hole], track.row(hole)
    if hole < row[-1]:
        return here.halfway(there), here.towards(there)
    if track.is_straight(row):
        heading = track.heading(hole)
        return here.moved(heading, pitch / 2), heading
    heading = track.heading(hole + 1)
    return there.moved(heading, -pitch / 2), heading


EVERY: Final = 2 * STREET


def numbers_beside(tracks: tuple[Track, ...], measures: Measures) -> tuple[Number, ...]:
    """Return the number of every tenth hole and its position, one lane from the hole: to the left
    of the pegging direction if there is room.

    Adjacent tracks share their numbers.
    """
    taken = [place for track in tracks for place in (*track.holes, *track.starts)]
    room = min(measures.pitch, measures.lane) - CLOSE
    shared = len(tracks) * measures.lane * 1.01  # A neighbour's number can be read from there.
    numbers: list[Number] = []
    for hole in range(EVERY, len(tracks[0].holes), EVERY):
        for track in tracks:
            heading, here = track.heading(hole), track.holes[hole - 1]
            if any(other.hole == hole and dist(other.at, here) < shared for other in numbers):
                continue
            left = Point(heading.y, -heading.x)
            for far in (measures.lane, -measures.lane):
                at = here.moved(left, far)
                others = (*taken, *(number.at for number in numbers))
                if min(map(dist, others, repeat(at))) > room:
                    numbers.append(Number(hole, at))
                    break
    return tuple(numbers)


MARGIN: Final = 2
"""Wood around the outermost holes, in lanes or pitches, whichever is larger."""


def shape_around(name: str, measures: Measures, tracks: tuple[Track, ...]) -> Shape:
    """Return the board around *tracks*, with one margin between its outer holes and its edges."""
    margin = MARGIN * max(measures.pitch, measures.lane)
    places = [place for track in tracks for place in (*track.holes, *track.starts)]
    across, down = zip(*places, strict=True)
    low, high = Point(min(across), min(down)), Point(max(across), max(down))
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
        on_tape=all(
            track.is_straight(row)
            and all(
                abs(dist(track.holes[hole - 1], track.holes[hole]) - measures.pitch) < CLOSE
                for hole in row[:-1]
            )
            for track in laid
            for row in track.rows
        ),
    )


Way: TypeAlias = Literal["landscape", "portrait"]

WAYS: Final[tuple[Way, ...]] = ("landscape", "portrait")


def turned(shape: Shape, way: Way) -> Shape:
    """Return *shape* in the orientation *way*, rotated by 90° clockwise if necessary."""
    lies = shape.size.x >= shape.size.y
    if lies == (way == "landscape"):
        return shape
    high = shape.size.y

    def turn(point: Point) -> Point:
        return Point(high - point.y, point.x)

    return replace(
        shape,
        tracks=tuple(track.mapped(turn) for track in shape.tracks),
        size=Point(high, shape.size.x),
        numbers=tuple(Number(one.hole, turn(one.at)) for one in shape.numbers),
        cells=tuple(map(turn, shape.cells)),
    )


MAX_LAPS: Final = 6
"""The largest number of lap lights that can be counted at a glance."""


class PegPlace(NamedTuple):
    """The position of a peg: *hole* of *track* (from 1; 0 is the start), in its *lap* (from 1)."""

    track: int
    hole: int
    lap: int


class Fit(msgspec.Struct, frozen=True):
    """How a game is shown on the board: the track of each team, ``holes`` per track, and ``goals``,
    the points that each team needs to win.

    A short game uses the first part of the tracks. A long game takes several laps and skips the
    game hole until the target is reached in it: 121 points on 61 holes take two laps.
    """

    tracks: tuple[int, ...]
    holes: int
    goals: tuple[int, ...]

    def place_of(self, team: int, score: int) -> PegPlace:
        """Return the position of a peg of *team* at *score* points, from 0 to its goal."""
        track, goal = self.tracks[team], self.goals[team]
        if goal <= self.holes:  # One lap. Asked some twenty times for each frame.
            return PegPlace(track, score, 1)
        if score == goal and self._is_whole(goal):
            return PegPlace(track, self.holes, laps(self.holes, goal))
        if not score:
            return PegPlace(track, score, 1)
        lap, hole = divmod(score - 1, self.holes - 1)
        return PegPlace(track, hole + 1, lap + 1)

    def last(self, team: int) -> int:
        """Return the last hole that *team* uses on its track."""
        return min(self.goals[team], self.holes)

    @property
    def target(self) -> int:
        """The highest goal of any team."""
        return max(self.goals)

    @property
    def is_one_lap(self) -> bool:
        """True if no team needs more than one lap."""
        return self.target <= self.holes

    @property
    def laps(self) -> int:
        """The number of laps needed to reach the highest goal."""
        return laps(self.holes, self.target)

    @property
    def shared(self) -> bool:
        """True if two teams share a track."""
        return len(set(self.tracks)) < len(self.tracks)

    @property
    def whole(self) -> bool:
        """True if every goal is in the game hole."""
        return all(map(self._is_whole, self.goals))

    def _is_whole(self, goal: int) -> bool:
        if laps(self.holes, goal) == 1:
            return goal == self.holes
        return (goal - 1) % (self.holes - 1) == 0


class Misfit(NamedTuple):
    """A game of ``laps`` laps, more than the ``most`` that the board can show."""

    laps: int
    most: int


Fitted: TypeAlias = Fit | Misfit


def laps(holes: int, target: int) -> int:
    """Return the number of laps of a game to *target*; *holes* per track include the game hole."""
    if target <= holes:
        return 1
    return -(-(target - 1) // max(holes - 1, 1))


def fit(shape: Shape, goals: Sequence[int]) -> Fitted:
    """Return how a game with these *goals*, one per team, fits on *shape*, or a Misfit.

    If there are fewer tracks than teams, teams share tracks.
    """
    needed = laps(shape.holes, max(goals))
    if needed > MAX_LAPS:
        return Misfit(needed, MAX_LAPS)
    tracks = tuple(team % len(shape.tracks) for team in range(len(goals)))
    return Fit(tracks, shape.holes, tuple(goals))
