"""The protocol between the PWM helper and a program, and the helper's address.

Packets on a SOCK_SEQPACKET socket, which preserves their boundaries: a kind (one byte) and a body.
The program sends a hello with the number of pixels and bytes per pixel (3, or 4 for RGBW), then
frames in wire order, then a goodbye. The helper answers each hello and frame: with an empty body on
success, else with the fault.
"""

import struct
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from scorekeeper.device import DeviceFault
from scorekeeper.words import en

SOCKET: Final = Path("/run/cribble-lamp/socket")
"""The default socket; systemd creates its directory, accessible to the group ``cribble``."""
DEFAULT_PIN: Final = 18
SPI_PIN: Final = 10

CHANNELS: Final[Mapping[int, int]] = {10: 0, 12: 0, 13: 1, 18: 0, 19: 1, 21: 0}
"""The library's channel by GPIO number: 10 is SPI; 12, 13, 18 and 19 are PWM; 21 is PCM."""


class HelperAddress(NamedTuple):
    """A GPIO pin and a socket path."""

    pin: int = DEFAULT_PIN
    socket: Path = SOCKET


def helper_address(place: str) -> HelperAddress:
    """Parse *place*: ``18``, or ``18@/a/socket`` for another socket.

    Empty parts have defaults. Raises DeviceFault.
    """
    pin, _, path = place.partition("@")
    name = pin.strip().upper().removeprefix("GPIO") or str(DEFAULT_PIN)
    if name not in map(str, CHANNELS):
        sentence = en("strip.at cannot be {at}; for ws281x it must be one of the pins {pins}.")
        raise DeviceFault(sentence, at=f'"{place}"', pins=", ".join(map(str, CHANNELS)))
    return HelperAddress(int(name), Path(path) if path else SOCKET)


NAME: Final = b"cribble"
VERSION: Final = 3
MAX_PIXELS: Final = 4096
WIDTHS: Final = (3, 4)
MAX_ANSWER_BYTES: Final = 4096
MAX_PACKET_BYTES: Final = 1 + MAX_PIXELS * max(WIDTHS)


class Kind(IntEnum):
    """The first byte of a packet."""

    HELLO = 1
    FRAME = 2
    GOODBYE = 3
    ANSWER = 4


HELLO: Final = struct.Struct(">B7sBHB")
"""Layout of a hello: kind, name, version, number of pixels, bytes per pixel."""
GOODBYE: Final = bytes((Kind.GOODBYE,))


class WrongPacket(ValueError):
    """Protocol mismatch: the peer is not a program or PWM helper of this version."""


class HelperFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault of the PWM helper: a sentence from the message catalogue and its values."""

    sentence: str
    values: dict[str, str | int | float]


class Size(NamedTuple):
    """The size of a frame: number of pixels, and bytes per pixel."""

    pixels: int
    width: int = 3

    @property
    def length(self) -> int:
        return self.pixels * self.width


def hello(size: Size) -> bytes:
    """Return a hello packet for frames of *size*."""
    return HELLO.pack(Kind.HELLO, NAME, VERSION, *size)


def size_in(packet: bytes) -> Size:
    """Return the frame size in a hello packet. Raises WrongPacket."""
    if len(packet) == HELLO.size:
        *greeting, pixels, width = HELLO.unpack(packet)
        known = greeting == [Kind.HELLO, NAME, VERSION]
        if known and 0 < pixels <= MAX_PIXELS and width in WIDTHS:
            return Size(pixels, width)
    raise WrongPacket(f"not a HELLO: {packet[:20]!r}")


def frame(wire: bytes) -> bytes:
    """Return a frame packet; *wire* is a complete frame in wire order."""
    return bytes((Kind.FRAME,)) + wire


def wire_in(packet: bytes, size: Size) -> bytes:
    """Return the frame of *size* in *packet*, in wire order. Raises WrongPacket."""
    if packet[:1] != bytes((Kind.FRAME,)) or len(packet) != 1 + size.length:
        raise WrongPacket(f"not a frame of {size.length} bytes: {packet[:20]!r}")
    return packet[1:]


def answer(fault: DeviceFault | None = None) -> bytes:
    """Return an answer packet: empty on success, else with *fault*."""
    return bytes((Kind.ANSWER,)) + (msgspec.json.encode(fault.message) if fault else b"")


def fault_in(packet: bytes) -> DeviceFault | None:
    """Return the fault in an answer packet; None on success. Raises WrongPacket."""
    try:
        if packet[:1] != bytes((Kind.ANSWER,)) or len(packet) > MAX_ANSWER_BYTES:
            raise ValueError
        if len(packet) == 1:
            return None
        fault = msgspec.json.decode(packet[1:], type=HelperFault)
        return DeviceFault(fault.sentence, **fault.values)
    except (ValueError, LookupError, AttributeError, TypeError) as wrong:
        raise WrongPacket(f"not a response: {packet[:20]!r}") from wrong
