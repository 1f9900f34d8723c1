"""Which light of the strip stands in which hole, proved to be a different one for each."""

from __future__ import annotations

import msgspec

from scorekeeper.board.shape import Shape


class Place(msgspec.Struct, frozen=True):
    """A hole of a board: its track from 0, its number from 1 as it is pegged."""

    track: int
    hole: int

    def __str__(self) -> str:
        return f"hole {self.hole} of track {self.track + 1}"


class BeyondTheStrip(ValueError):
    """A hole was given a light that the strip does not have."""

    def __init__(self, place: Place, pixel: int, pixels: int) -> None:
        super().__init__(f"{place} has light {pixel}; a strip of {pixels} has 0 to {pixels - 1}")
        self.place, self.pixel, self.pixels = place, pixel, pixels


class TwoHolesOneLight(ValueError):
    """Two holes were given the same light."""

    def __init__(self, pixel: int, one: Place, other: Place) -> None:
        super().__init__(f"light {pixel} stands in {one} and in {other}; each needs its own")
        self.pixel, self.one, self.other = pixel, one, other


class Wiring(msgspec.Struct, frozen=True):
    """The lights by track and hole, numbered from 0 as they lie on a strip of ``pixels``.

    Raises BeyondTheStrip or TwoHolesOneLight.
    """

    pixels: int
    tracks: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        taken: dict[int, Place] = {}
        for track, lights in enumerate(self.tracks):
            for hole, pixel in enumerate(lights, 1):
                place = Place(track, hole)
                if not 0 <= pixel < self.pixels:
                    raise BeyondTheStrip(place, pixel, self.pixels)
                if pixel in taken:
                    raise TwoHolesOneLight(pixel, taken[pixel], place)
                taken[pixel] = place


def row_by_row(shape: Shape) -> Wiring:
    """One track after the other, each from its first hole to its last."""
    tracks: list[tuple[int, ...]] = []
    pixel = 0
    for track in shape.tracks:
        tracks.append(tuple(range(pixel, pixel + len(track.holes))))
        pixel += len(track.holes)
    return Wiring(pixel, tuple(tracks))
