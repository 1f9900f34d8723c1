"""A strip wired as its builder says: runs of pixels, each in a run of holes."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from scorekeeper.board.geometry.shape import Shape
from scorekeeper.board.wiring.wiring import Lamps, NoGap, Place, TwoPixels, Wiring, WiringFault


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
        segment_faults += _gaps_outside(segment)
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


def _gaps_outside(segment: Segment) -> Iterator[WiringFault]:
    whole = range(segment.start, segment.start + segment.length)
    for pixel in segment.gaps:
        if pixel not in whole:
            yield NoGap(pixel, whole.start, whole.stop - 1)


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
