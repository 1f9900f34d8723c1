"""The pixel of each hole and lamp, and the faults that a wiring can have."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec


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
    """The pixel of each hole by track, the game hole last; None where a hole has none.

    Pixels count from 0 along a strip of ``pixels``. ``segment_faults`` were found in the segments.
    """

    pixels: int
    tracks: tuple[tuple[int | None, ...], ...]
    lamps: Lamps = Lamps()
    segment_faults: tuple[WiringFault, ...] = ()


class BadlyWired(ValueError):
    """A wiring that does not fit the shape, with all its ``faults``."""

    def __init__(self, faults: Sequence[WiringFault]) -> None:
        self.faults = tuple(faults)

    def __str__(self) -> str:
        from scorekeeper.words.wiring import wiring_faults

        return str(wiring_faults(self.faults))
