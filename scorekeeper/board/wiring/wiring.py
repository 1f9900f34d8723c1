"""The pixel of each hole and lamp, the segments that say it, and the check of a wiring."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from scorekeeper.board.geometry.shape import Shape


class Place(msgspec.Struct, frozen=True):
    """A hole of a board: its track from 0, its number from 1 in pegging order."""

    track: int
    hole: int


class Lamp(msgspec.Struct, frozen=True):
    """A light beside the holes, by its name in the config from 1: ``dealer 1``, ``games 2.3``."""

    name: str


Socket: TypeAlias = Place | Lamp
"""A place for one pixel of the strip."""


class Lamps(msgspec.Struct, frozen=True, kw_only=True):
    """The lights that a board may have beside its holes: dealer and turn by seat, games won by
    team, a bar for the running count, and one that is lit while the strip is connected."""

    dealer: tuple[int, ...] = ()
    turn: tuple[int, ...] = ()
    games: tuple[tuple[int, ...], ...] = ()
    count: tuple[int, ...] = ()
    link: int | None = None

    def each(self) -> Iterator[tuple[Lamp, int]]:
        """Yield every lamp with its pixel."""
        for name in ("dealer", "turn", "count"):
            for at, pixel in enumerate(getattr(self, name), 1):
                yield Lamp(f"{name} {at}"), pixel
        for team, row in enumerate(self.games, 1):
            for at, pixel in enumerate(row, 1):
                yield Lamp(f"games {team}.{at}"), pixel
        if self.link is not None:
            yield Lamp("link"), self.link


class NoPixel(msgspec.Struct, frozen=True):
    """A hole without a pixel."""

    place: Place


class TwoPixels(msgspec.Struct, frozen=True):
    """A hole that was given ``pixel``, and ``other`` as well."""

    place: Place
    pixel: int
    other: int


class NoHole(msgspec.Struct, frozen=True):
    """A pixel in a hole that a board of ``tracks`` tracks of ``holes`` does not have."""

    place: Place
    pixel: int
    tracks: int
    holes: int


class UsedTwice(msgspec.Struct, frozen=True):
    """A pixel in two places."""

    pixel: int
    one: Socket
    other: Socket


class BeyondTheStrip(msgspec.Struct, frozen=True):
    """A pixel that a strip of ``pixels`` does not have."""

    pixel: int
    socket: Socket
    pixels: int


class TooLong(msgspec.Struct, frozen=True):
    """A strip of ``pixels``, where ``most`` is the limit."""

    pixels: int
    most: int


class NoGap(msgspec.Struct, frozen=True):
    """A gap that is not in its segment, which has the pixels from ``first`` to ``last``."""

    pixel: int
    first: int
    last: int


class LoosePixelsOnly(msgspec.Struct, frozen=True):
    """Tape on a board where its LEDs would not be beneath the holes."""

    leds_per_m: int


class OtherPitch(msgspec.Struct, frozen=True):
    """Tape whose LEDs stray from holes ``pitch`` mm apart; the pitches in ``fitting`` would do."""

    leds_per_m: int
    pitch: float
    fitting: tuple[float, ...]


WiringFault: TypeAlias = (
    NoPixel
    | TwoPixels
    | NoHole
    | UsedTwice
    | BeyondTheStrip
    | TooLong
    | NoGap
    | LoosePixelsOnly
    | OtherPitch
)
"""Every fault; ``scorekeeper.words.wiring`` has the sentences."""


class Wiring(msgspec.Struct, frozen=True):
    """The pixel of each hole by track, the game hole last; None if a hole has none.

    Pixels count from 0 along a strip of ``pixels``. ``segment_faults`` were found in the segments.
    """

    pixels: int
    tracks: tuple[tuple[int | None, ...], ...]
    lamps: Lamps = Lamps()
    segment_faults: tuple[WiringFault, ...] = ()


class BadlyWired(ValueError):
    """A wiring that does not fit the shape, with all its ``faults``."""

    def __init__(self, faults: Sequence[WiringFault]) -> None:
        super().__init__(*faults)
        self.faults = tuple(faults)


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """``length`` pixels of the strip, from ``start`` on, in the holes of ``track`` from ``hole``
    on.

    ``reverse``: the pixels run against the pegging, so that the last of them is in ``hole``.
    ``every``: only each second, third, … pixel is in a hole, beginning with the first. ``gaps``:
    pixels, numbered as on the strip, that are skipped.
    """

    start: int
    length: int
    track: int
    hole: int = 1
    reverse: bool = False
    every: int = 1
    gaps: tuple[int, ...] = ()

    def pixels(self) -> tuple[int, ...]:
        """Return the pixels that are in holes, in pegging order."""
        whole = range(self.start, self.start + self.length)
        used = tuple(pixel for pixel in whole if pixel not in self.gaps)[:: self.every]
        return used[::-1] if self.reverse else used

    def places(self) -> Iterator[tuple[Place, int]]:
        """Yield the holes with their pixels."""
        for hole, pixel in enumerate(self.pixels(), self.hole):
            yield Place(self.track, hole), pixel


def wire(
    shape: Shape, segments: Sequence[Segment], pixels: int = 0, lamps: Lamps | None = None
) -> Wiring:
    """Return the wiring that *segments* describe; with 0 *pixels* as many as that takes.

    One game hole for all teams needs its pixel only once. ``check_wiring`` returns what is wrong.
    """
    lit: dict[Place, int] = {}
    segment_faults: list[WiringFault] = []
    for segment in segments:
        whole = range(segment.start, segment.start + segment.length)
        segment_faults += (
            NoGap(pixel, whole.start, whole.stop - 1)
            for pixel in segment.gaps
            if pixel not in whole
        )
        for place, pixel in segment.places():
            if lit.setdefault(place, pixel) != pixel:
                segment_faults.append(TwoPixels(place, lit[place], pixel))
    if shape.one_game_hole:
        lit |= _shared(shape, lit)
    return stretched(
        Wiring(0, _by_track(shape, lit), lamps or Lamps(), tuple(segment_faults)), pixels
    )


def stretched(wiring: Wiring, pixels: int) -> Wiring:
    """Return *wiring* on a strip of *pixels*; 0 is as many as holes and lamps need."""
    in_holes = (pixel for track in wiring.tracks for pixel in track if pixel is not None)
    in_lamps = (pixel for _, pixel in wiring.lamps.each())
    needed = 1 + max((*in_holes, *in_lamps), default=-1)
    return replace(wiring, pixels=pixels or needed)


def _shared(shape: Shape, lit: dict[Place, int]) -> dict[Place, int]:
    """Return the pixel of the game hole, for the tracks that do not name one themselves."""
    holes = [Place(track, shape.holes) for track in range(len(shape.tracks))]
    light = next((lit[hole] for hole in holes if hole in lit), None)
    return {} if light is None else {hole: light for hole in holes if hole not in lit}


def _by_track(shape: Shape, lit: dict[Place, int]) -> tuple[tuple[int | None, ...], ...]:
    """Return the pixels by track and hole, including places beyond the board."""
    tracks = max(len(shape.tracks), *(place.track + 1 for place in lit), 0)
    rows: list[tuple[int | None, ...]] = []
    for track in range(tracks):
        beyond = max((place.hole for place in lit if place.track == track), default=0)
        holes = range(1, max(shape.holes if track < len(shape.tracks) else 0, beyond) + 1)
        rows.append(tuple(lit.get(Place(track, hole)) for hole in holes))
    return tuple(rows)


MOST_PIXELS: Final = 1200
"""Pixels of the longest strip: one for every hole of three tracks of 400."""


def check_wiring(shape: Shape, wiring: Wiring) -> tuple[WiringFault, ...]:
    """Return everything that is wrong, or nothing if every hole has a pixel of its own."""
    return (
        *wiring.segment_faults,
        *_without(shape, wiring),
        *_nowhere(shape, wiring),
        *_beyond(wiring),
        *((TooLong(wiring.pixels, MOST_PIXELS),) if wiring.pixels > MOST_PIXELS else ()),
        *_twice(shape, wiring),
    )


def _lit(wiring: Wiring) -> Iterator[tuple[Place, int]]:
    for track, pixels in enumerate(wiring.tracks):
        for hole, pixel in enumerate(pixels, 1):
            if pixel is not None:
                yield Place(track, hole), pixel


def _sockets(wiring: Wiring) -> Iterator[tuple[Socket, int]]:
    yield from _lit(wiring)
    yield from wiring.lamps.each()


def _without(shape: Shape, wiring: Wiring) -> Iterator[WiringFault]:
    lit = {place for place, _ in _lit(wiring)}
    for track in range(len(shape.tracks)):
        for hole in range(1, shape.holes + 1):
            if Place(track, hole) not in lit:
                yield NoPixel(Place(track, hole))


def _nowhere(shape: Shape, wiring: Wiring) -> Iterator[WiringFault]:
    for place, pixel in _lit(wiring):
        if place.track >= len(shape.tracks) or place.hole > shape.holes:
            yield NoHole(place, pixel, len(shape.tracks), shape.holes)


def _beyond(wiring: Wiring) -> Iterator[WiringFault]:
    for socket, pixel in _sockets(wiring):
        if not 0 <= pixel < wiring.pixels:
            yield BeyondTheStrip(pixel, socket, wiring.pixels)


def _twice(shape: Shape, wiring: Wiring) -> Iterator[WiringFault]:
    """Yield each pixel with its second, third, … place. One game hole for all is one place."""
    stands: dict[int, Socket] = {}
    lights: dict[Socket, int] = {}
    for socket, pixel in _sockets(wiring):
        it = _one_hole(shape, socket)
        if lights.setdefault(it, pixel) != pixel:
            assert isinstance(it, Place)
            yield TwoPixels(it, lights[it], pixel)
        if stands.setdefault(pixel, it) != it:
            yield UsedTwice(pixel, stands[pixel], it)


def _one_hole(shape: Shape, socket: Socket) -> Socket:
    if shape.one_game_hole and isinstance(socket, Place) and socket.hole == shape.holes:
        return Place(0, shape.holes)
    return socket
