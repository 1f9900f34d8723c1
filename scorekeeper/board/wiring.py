"""A board: its shape and look, and which pixel lights each hole and lamp, with checks.

LED tape fits only under straight pieces, if the pitch of the board is a multiple of the tape's.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from math import dist
from typing import Final, NamedTuple, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from scorekeeper.board.light import Look
from scorekeeper.board.shape import Measures, Point, Shape
from scorekeeper.board.shapes import shape_named
from scorekeeper.words import Fault, en


class Place(msgspec.Struct, frozen=True):
    """A hole of a board: its track from 0, and its number from 1 in pegging order."""

    track: int
    hole: int


class Lamp(msgspec.Struct, frozen=True):
    """An LED beside the holes, named as in the config, from 1: ``dealer 1``, ``games 2.3``."""

    name: str


Socket: TypeAlias = Place | Lamp
"""A hole or a lamp, lit by one pixel."""


class Lamps(msgspec.Struct, frozen=True, kw_only=True):
    """The optional LEDs beside the holes: dealer and turn by seat, games won by team, a bar for the
    running count, and one that shows that the strip is connected."""

    dealer: tuple[int, ...] = ()
    turn: tuple[int, ...] = ()
    games: tuple[tuple[int, ...], ...] = ()
    count: tuple[int, ...] = ()
    link: int | None = None

    def each(self) -> Iterator[tuple[Lamp, int]]:
        """Yield each lamp with its pixel."""
        for name in ("dealer", "turn", "count"):
            for number, pixel in enumerate(getattr(self, name), 1):
                yield Lamp(f"{name} {number}"), pixel
        for team, row in enumerate(self.games, 1):
            for number, pixel in enumerate(row, 1):
                yield Lamp(f"games {team}.{number}"), pixel
        if self.link is not None:
            yield Lamp("link"), self.link


class Digits(msgspec.Struct, frozen=True):
    """A number in two digits: the score of ``team``, or the running count if that is None.

    ``digits``: of the tens and the units the pixels, 3 in each row, from the top. ``hundred``: the
    pixels that are lit from 100 points on.
    """

    team: int | None
    digits: tuple[tuple[int, ...], ...]
    hundred: tuple[int, ...] = ()


class WiringFault(msgspec.Struct, frozen=True):
    """A wiring fault: an English ``sentence`` from the catalogue and its ``values``.

    ``sockets``: the holes, then the lamps, affected. ``run``: the sentence for consecutive holes
    with the same fault, if there is one.
    """

    sentence: str
    sockets: tuple[Socket, ...] = ()
    values: Mapping[str, int | float] = {}
    run: str = ""

    @property
    def places(self) -> tuple[Place, ...]:
        """The affected holes."""
        return tuple(socket for socket in self.sockets if isinstance(socket, Place))

    @property
    def message(self) -> Fault:
        """The fault as a sentence; tracks count from 1."""
        values: dict[str, int | float | str] = dict(self.values)
        for socket in self.sockets:
            if isinstance(socket, Lamp):
                values["other" if "lamp" in values else "lamp"] = socket.name
            else:
                other = "other_" if "hole" in values else ""
                values |= {f"{other}hole": socket.hole, f"{other}track": socket.track + 1}
        return Fault(self.sentence, **values)


def faults_by_run(faults: Sequence[WiringFault]) -> Iterator[Fault]:
    """Yield all *faults*; those of the same kind in consecutive holes of a track become one."""
    run: list[WiringFault] = []
    for fault, following in zip_longest(faults, faults[1:]):
        run.append(fault)
        next_holes = tuple(Place(place.track, place.hole + 1) for place in fault.places)
        goes_on = following and (fault.run, next_holes) == (following.run, following.sockets)
        if fault.run and goes_on:
            continue
        first, *others = run[0].places or (None,)
        if first and len(run) > 1:
            ends = {"first": first.hole, "last": first.hole + len(run) - 1}
            for other in others:
                ends |= {"other": other.hole, "other_track": other.track + 1}
            yield Fault(fault.run, **{**run[0].values, **ends, "track": first.track + 1})
        else:
            yield run[0].message
        run = []


class BadlyWired(Fault):
    """The wiring does not match the shape. ``faults``: all of them; the message is the first."""

    def __init__(self, faults: Sequence[WiringFault]) -> None:
        first = faults[0].message
        if len(faults) == 1:
            super().__init__(first.sentence, **first.values)
        else:
            sentence = en(
                '{fault} This is one of {n} wiring faults: run "cribble board check" with the '
                "same --config to list them all."
            )
            super().__init__(sentence, fault=first, n=len(faults))
        self.faults = tuple(faults)


class Wiring(msgspec.Struct, frozen=True):
    """The pixel of each hole by track, ending with the game hole; None if a hole has none.

    Pixels count from 0 along a strip of ``pixels``. ``segment_faults`` are faults found in the
    segments. ``digits``: the numbers that a panel shows.
    """

    pixels: int
    tracks: tuple[tuple[int | None, ...], ...]
    lamps: Lamps = Lamps()
    segment_faults: tuple[WiringFault, ...] = ()
    digits: tuple[Digits, ...] = ()


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """``length`` consecutive pixels from ``start`` on, in the holes of ``track`` from ``hole`` on.

    ``reverse``: the pixels run against the direction of pegging; the last one is in ``hole``.
    ``every``: only every n-th pixel is in a hole, beginning with the first. ``gaps``: pixel numbers
    to skip.
    """

    start: int
    length: int
    track: int
    hole: int = 1
    reverse: bool = False
    every: int = 1
    gaps: tuple[int, ...] = ()

    def pixels(self) -> tuple[int, ...]:
        """Return the pixels in holes, in pegging order."""
        whole = range(self.start, self.start + self.length)
        used = tuple(pixel for pixel in whole if pixel not in self.gaps)[:: self.every]
        return used[::-1] if self.reverse else used


def wire(
    shape: Shape, segments: Sequence[Segment], pixels: int = 0, lamps: Lamps | None = None
) -> Wiring:
    """Return the wiring given by *segments*; if *pixels* is 0, the strip is as long as necessary.

    The pixel of a shared game hole must be given only once. ``check_wiring`` finds the faults.
    """
    lit: dict[Place, int] = {}
    faults: list[WiringFault] = []
    for segment in segments:
        whole = range(segment.start, segment.start + segment.length)
        span = {"first": whole.start, "last": whole.stop - 1}
        no_gap = en("Pixel {pixel} cannot be a gap in the segment with pixels {first}–{last}.")
        outside = (gap for gap in segment.gaps if gap not in whole)
        faults += (WiringFault(no_gap, values={"pixel": gap, **span}) for gap in outside)
        for hole, pixel in enumerate(segment.pixels(), segment.hole):
            place = Place(segment.track, hole)
            if lit.setdefault(place, pixel) != pixel:
                faults.append(_two_pixels(place, lit[place], pixel))
    if shape.one_game_hole:  # Its pixel is that of every track that does not name one itself.
        ends = [Place(track, shape.holes) for track in range(len(shape.tracks))]
        shared = [lit[end] for end in ends if end in lit]
        lit |= {end: shared[0] for end in ends if shared and end not in lit}
    tracks = max(len(shape.tracks), *(place.track + 1 for place in lit), 0)
    rows: list[tuple[int | None, ...]] = []
    for track in range(tracks):  # Places beyond the board too.
        beyond = max((place.hole for place in lit if place.track == track), default=0)
        holes = range(1, max(shape.holes if track < len(shape.tracks) else 0, beyond) + 1)
        rows.append(tuple(lit.get(Place(track, hole)) for hole in holes))
    return stretched(Wiring(0, tuple(rows), lamps or Lamps(), tuple(faults)), pixels)


def stretched(wiring: Wiring, pixels: int) -> Wiring:
    """Return *wiring* on a strip of *pixels*; 0 means as many as the holes and lamps need."""
    in_holes = (pixel for track in wiring.tracks for pixel in track if pixel is not None)
    in_lamps = (pixel for _, pixel in wiring.lamps.each())
    needed = 1 + max((*in_holes, *in_lamps), default=-1)
    return replace(wiring, pixels=pixels or needed)


MAX_PIXELS: Final = 1200
"""Maximum number of pixels on a strip: one per hole for three tracks of 400."""


USED_TWICE: Final = (
    en("Pixel {pixel} is used twice: for lamps.{lamp} and for lamps.{other}."),
    en("Pixel {pixel} is used twice: in hole {hole} of track {track} and for lamps.{lamp}."),
    en(
        "Pixel {pixel} is used twice: in hole {hole} of track {track} and in hole "
        "{other_hole} of track {other_track}."
    ),
)
"""The sentence for a pixel with two sockets, by the number of holes among them."""


def check_wiring(shape: Shape, wiring: Wiring) -> tuple[WiringFault, ...]:
    """Return all faults; empty if every hole has a pixel of its own."""
    lit = [
        (Place(track, hole), pixel)
        for track, pixels in enumerate(wiring.tracks)
        for hole, pixel in enumerate(pixels, 1)
        if pixel is not None
    ]
    sockets: list[tuple[Socket, int]] = [*lit, *wiring.lamps.each()]
    too_long = WiringFault(
        en("The strip would have {pixels} lights; the limit is {most}."),
        values={"pixels": wiring.pixels, "most": MAX_PIXELS},
    )
    return (
        *wiring.segment_faults,
        *_misplaced(shape, lit),
        *_beyond(wiring.pixels, sockets),
        *((too_long,) if wiring.pixels > MAX_PIXELS else ()),
        *_used_twice(shape, sockets),
    )


def _misplaced(shape: Shape, lit: Sequence[tuple[Place, int]]) -> Iterator[WiringFault]:
    tracks, given = len(shape.tracks), {place for place, _ in lit}
    for place in (Place(track, 1 + hole) for track in range(tracks) for hole in range(shape.holes)):
        if place not in given:
            yield WiringFault(
                en("Hole {hole} of track {track} has no pixel."),
                (place,),
                run=en("Holes {first}–{last} of track {track} have no pixel."),
            )
    for place, pixel in lit:
        if place.track >= tracks or place.hole > shape.holes:
            yield WiringFault(
                en(
                    "Pixel {pixel} is in hole {hole} of track {track}, but the board has holes "
                    "1–{holes} on tracks 1–{tracks}."
                ),
                (place,),
                {"pixel": pixel, "tracks": tracks, "holes": shape.holes},
            )


LAMP_BEYOND: Final = en(
    "Pixel {pixel}, for lamps.{lamp}, is beyond the end of the strip, which has {pixels}: 0–{last}."
)
HOLE_BEYOND: Final = en(
    "Pixel {pixel}, in hole {hole} of track {track}, is beyond the end of the "
    "strip, which has {pixels}: 0–{last}."
)
HOLES_BEYOND: Final = en(
    "Holes {first}–{last} of track {track} have pixels beyond the end of the "
    "strip, which has {pixels}: 0–{end}."
)


def _beyond(pixels: int, sockets: Sequence[tuple[Socket, int]]) -> Iterator[WiringFault]:
    values = {"pixels": pixels, "last": pixels - 1, "end": pixels - 1}
    for socket, pixel in sockets:
        if not 0 <= pixel < pixels:
            is_lamp = isinstance(socket, Lamp)
            sentence, run = (LAMP_BEYOND, "") if is_lamp else (HOLE_BEYOND, HOLES_BEYOND)
            yield WiringFault(sentence, (socket,), {"pixel": pixel, **values}, run)


def _used_twice(shape: Shape, sockets: Sequence[tuple[Socket, int]]) -> Iterator[WiringFault]:
    """Yield pixels used more than once. A shared game hole counts as one place."""
    used_by: dict[int, Socket] = {}
    pixel_of: dict[Socket, int] = {}
    for user, pixel in sockets:
        is_shared = shape.one_game_hole and isinstance(user, Place) and user.hole == shape.holes
        socket = Place(0, shape.holes) if is_shared else user
        if pixel_of.setdefault(socket, pixel) != pixel:
            assert isinstance(socket, Place)
            yield _two_pixels(socket, pixel_of[socket], pixel)
        if used_by.setdefault(pixel, socket) != socket:
            both = sorted((used_by[pixel], socket), key=lambda socket: isinstance(socket, Lamp))
            holes = sum(isinstance(socket, Place) for socket in both)
            run = en(
                "Holes {first}–{last} of track {track} have the same pixels as those of track "
                "{other_track} from hole {other} on."
            )
            values, run = {"pixel": pixel}, run if holes == 2 else ""
            yield WiringFault(USED_TWICE[holes], tuple(both), values, run)


def _two_pixels(place: Place, pixel: int, other: int) -> WiringFault:
    sentence = en("Hole {hole} of track {track} has two pixels, {pixel} and {other}.")
    return WiringFault(sentence, (place,), {"pixel": pixel, "other": other})


METRE: Final = 1000.0
STRAY: Final = 1.0
"""Largest acceptable offset, in mm, of an LED from the centre of its hole at the end of a row."""


class Piece(NamedTuple):
    """A row or bend, in the direction in which the strip runs through it."""

    places: tuple[Place, ...]
    points: tuple[Point, ...]

    def turned(self) -> "Piece":
        """Return the piece reversed."""
        return Piece(self.places[::-1], self.points[::-1])


Pieces: TypeAlias = tuple[Piece, ...]


def pieces_of(shape: Shape) -> Pieces:
    """Return all rows and bends in pegging order, starting with the first track."""
    pieces = []
    for number, track in enumerate(shape.tracks):
        last = shape.holes - (shape.one_game_hole and number > 0)
        for row in track.rows:
            holes = [hole for hole in row if hole <= last]
            places = tuple(Place(number, hole) for hole in holes)
            pieces.append(Piece(places, tuple(track.holes[hole - 1] for hole in holes)))
    return tuple(piece for piece in pieces if piece.places)


def tape(piece: Piece, every: int) -> int:
    """Return the number of LEDs in the tape for *piece*, if one in *every* LEDs is in a hole."""
    return (len(piece.places) - 1) * every + 1


def cut_list(shape: Shape, leds_per_m: int, spare: int = 0) -> Mapping[int, int]:
    """Return the number of pieces to cut by length in LEDs, longest first. Raises BadlyWired."""
    every = every_nth(shape, leds_per_m)
    *others, last = (tape(piece, every) for piece in pieces_of(shape))
    found = Counter((*(lights + spare for lights in others), last))
    return dict(sorted(found.items(), reverse=True))


def every_nth(shape: Shape, leds_per_m: int) -> int:
    """Return the number of LEDs per hole; 1 for loose pixels. Raises BadlyWired."""
    if not leds_per_m:
        return 1
    if not shape.on_tape:
        sentence = en(
            "Tape with {leds_per_m} LEDs per metre cannot be used in this board: its holes are "
            "not evenly spaced in straight rows, or are drilled for loose lights "
            "(board.light_mm). Use loose pixels: wiring.leds_per_m = 0."
        )
        raise BadlyWired([WiringFault(sentence, values={"leds_per_m": leds_per_m})])
    apart = METRE / leds_per_m
    every = round(shape.pitch / apart)
    holes = max(len(piece.places) for piece in pieces_of(shape))
    if not every or abs(every * apart - shape.pitch) * (holes - 1) > STRAY:
        less = max(int(shape.pitch / apart), 1)
        sentence = en(
            "Tape with {leds_per_m} LEDs per metre does not match holes {pitch} mm apart: "
            "board.pitch would have to be {less} or {more} mm."
        )
        values = {
            "leds_per_m": leds_per_m,
            "pitch": round(shape.pitch, 2),
            "less": round(less * apart, 2),
            "more": round((less + 1) * apart, 2),
        }
        raise BadlyWired([WiringFault(sentence, values=values)])
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
    """Return the wiring of a single strip laid in *order*, a key of ORDERS.

    *leds_per_m* is the density of the tape, which may have several LEDs per hole; 0 means loose
    pixels. *spare* pixels are left unused between two pieces. Raises BadlyWired if the tape does
    not fit the board.
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


def _serpentine(pieces: Pieces) -> Pieces:
    """Start in the first hole of the first track, and each time continue at the nearest end of
    another row. If rows have different directions, as in a paperclip, whole tracks are joined
    instead."""
    ends = [(piece.points[0], piece.points[-1]) for piece in pieces]
    (a, b) = ends[0]
    rows: list[Pieces] = [(piece,) for piece in pieces]
    if any(_rounded((b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x)) for c, d in ends):
        # Not all are parallel, as a single hole always is.
        by_track = groupby(pieces, key=lambda piece: piece.places[0].track)
        rows = [tuple(row) for _, row in by_track]
    way, *left = rows
    while left:
        here = way[-1].points[-1]
        near = min(
            (turn for row in left for turn in (row, _turned(row))),
            key=lambda row: (_rounded(dist(here, row[0].points[0])), *_down(row[0])),
        )
        left = [row for row in left if row not in (near, _turned(near))]
        way += near
    return way


def _turned(row: Pieces) -> Pieces:
    return tuple(piece.turned() for piece in reversed(row))


def _down(piece: Piece) -> tuple[float, float]:
    x, y = map(_rounded, piece.points[0])
    return y, x


def _rounded(millimetres: float) -> float:
    return round(millimetres, 3)


ORDERS: Final[Mapping[str, Callable[[Pieces], Pieces]]] = {
    "pegged": lambda pieces: pieces,
    "rows": lambda pieces: tuple(
        sorted((min(piece, piece.turned(), key=_down) for piece in pieces), key=_down)
    ),
    "serpentine": _serpentine,
}
"""The standard ways to lay a strip; ``rows`` starts each row at its top or left end."""


class Board(msgspec.Struct, frozen=True):
    """A board; it does not change during a game. Raises BadlyWired."""

    shape: Shape
    wiring: Wiring
    look: Look = Look()

    def __post_init__(self) -> None:
        if found := check_wiring(self.shape, self.wiring):
            raise BadlyWired(found)

    @property
    def tracks(self) -> int:
        """The number of tracks: teams with a row of holes of their own."""
        return len(self.shape.tracks)

    @property
    def holes(self) -> int:
        """The number of holes in each track."""
        return self.shape.holes

    @property
    def pixels(self) -> int:
        """The number of pixels on the strip."""
        return self.wiring.pixels

    @property
    def lights(self) -> tuple[tuple[int, ...], ...]:
        """The pixel of each hole, by track; a valid board has one for every hole."""
        return cast(tuple[tuple[int, ...], ...], self.wiring.tracks)


def build(
    shape: str = "straight", measures: Measures | None = None, look: Look | None = None
) -> Board:
    """Return a board, a pixel per hole in pegging order. Raises UnknownShape or CannotBeBuilt."""
    cut = shape_named(shape, measures or Measures())
    return Board(cut, wire_in_order(cut, "pegged"), look or Look())
