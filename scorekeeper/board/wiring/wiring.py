"""Which light of the strip stands in which hole or lamp, and what can be wrong with that."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec


class Place(msgspec.Struct, frozen=True):
    """A hole of a board: its track from 0, its number from 1 as it is pegged."""

    track: int
    hole: int


class Lamp(msgspec.Struct, frozen=True):
    """A light beside the holes, by its place in the config, as people count: ``dealer 1``,
    ``games 2.3``, the third light of the second team."""

    name: str


Socket: TypeAlias = Place | Lamp
"""What one light of the strip can stand in."""


class Lamps(msgspec.Struct, frozen=True, kw_only=True):
    """The lights that a board may have beside its holes: whose deal and whose turn by seat, games
    won by team, a bar for the running count, and one that is lit while the strip is connected.
    """

    dealer: tuple[int, ...] = ()
    turn: tuple[int, ...] = ()
    games: tuple[tuple[int, ...], ...] = ()
    count: tuple[int, ...] = ()
    link: int | None = None

    def each(self) -> Iterator[tuple[Lamp, int]]:
        """Every lamp with its light."""
        for name in ("dealer", "turn", "count"):
            for at, pixel in enumerate(getattr(self, name), 1):
                yield Lamp(f"{name} {at}"), pixel
        for team, row in enumerate(self.games, 1):
            for at, pixel in enumerate(row, 1):
                yield Lamp(f"games {team}.{at}"), pixel
        if self.link is not None:
            yield Lamp("link"), self.link


class NoPixel(msgspec.Struct, frozen=True):
    """A hole without a light."""

    place: Place


class TwoPixels(msgspec.Struct, frozen=True):
    """A hole that was given ``pixel``, and ``other`` as well."""

    place: Place
    pixel: int
    other: int


class NoHole(msgspec.Struct, frozen=True):
    """A light in a hole that the board has not: it has so many ``tracks`` of so many ``holes``."""

    place: Place
    pixel: int
    tracks: int
    holes: int


class UsedTwice(msgspec.Struct, frozen=True):
    """A light that stands in two places."""

    pixel: int
    one: Socket
    other: Socket


class BeyondTheStrip(msgspec.Struct, frozen=True):
    """A light that the strip, which has so many ``pixels``, does not have."""

    pixel: int
    socket: Socket
    pixels: int


class TooLong(msgspec.Struct, frozen=True):
    """A strip of so many ``pixels``, where ``most`` are the most that is lit."""

    pixels: int
    most: int


class NoGap(msgspec.Struct, frozen=True):
    """A gap that is not in its segment, which is ``pixel`` by pixel from ``first`` to ``last``."""

    pixel: int
    first: int
    last: int


class LoosePixelsOnly(msgspec.Struct, frozen=True):
    """Tape was to be laid where its lights would not be beneath the holes."""

    leds_per_m: int


class OtherPitch(msgspec.Struct, frozen=True):
    """The lights of the tape stray from holes that are ``pitch`` mm apart; ``fitting`` would do."""

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
"""All that can be wrong; ``scorekeeper.words.wiring`` has the sentences."""


class Wiring(msgspec.Struct, frozen=True):
    """The light of each hole by track, the game hole last, numbered from 0 as they lie on a strip
    of ``pixels``; None where a hole has none. ``amiss``: what was wrong already with the segments.
    """

    pixels: int
    tracks: tuple[tuple[int | None, ...], ...]
    lamps: Lamps = Lamps()
    amiss: tuple[WiringFault, ...] = ()


class BadlyWired(ValueError):
    """The wiring is not one for this shape: ``faults`` are all that is wrong with it."""

    def __init__(self, faults: Sequence[WiringFault]) -> None:
        super().__init__(f"{faults[0]}, and {len(faults) - 1} faults more")
        self.faults = tuple(faults)
