"""The address of a PWM helper: the pin of its strip, and the socket at which programs find it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from scorekeeper.device import DeviceFault
from scorekeeper.words import en

SOCKET: Final = Path("/run/cribble-lamp/socket")
"""systemd makes the folder, for the group ``cribble``."""
DEFAULT_PIN: Final = 18
SPI_PIN: Final = 10

CHANNELS: Final[Mapping[int, int]] = {10: 0, 12: 0, 13: 1, 18: 0, 19: 1, 21: 0}
"""The library's channel by GPIO: 10 is SPI's, 12, 13, 18 and 19 are PWM's, 21 is PCM's."""


class HelperAddress(NamedTuple):
    """A pin and a socket."""

    pin: int = DEFAULT_PIN
    socket: Path = SOCKET


def helper_address(at: str) -> HelperAddress:
    """Return the address in *at*: ``18``, or ``18@/a/socket`` for one that listens elsewhere.

    Empty parts have their defaults. Raises DeviceFault.
    """
    pin, _, path = at.partition("@")
    name = pin.strip().upper().removeprefix("GPIO") or str(DEFAULT_PIN)
    if name not in map(str, CHANNELS):
        sentence = en("strip.at cannot be {at}; for ws281x it is one of the pins {pins}.")
        raise DeviceFault(sentence, at=f'"{at}"', pins=", ".join(map(str, CHANNELS)))
    return HelperAddress(int(name), Path(path) if path else SOCKET)
