"""Framing of packets on the serial line, with error detection. Sans-I/O.

A frame is ``00 | COBS(type, seq, payload, check) | 00``. COBS (Cheshire and Baker, 1997) removes
zeros, so that a zero delimits frames and a receiver resynchronizes at the next one. The check is
CRC-16/GENIBUS, big-endian: ``crc_hqx`` from 0xFFFF, then complemented. Without the complement, a
final zero received as 01 would result in a longer packet with a valid check.
"""

from binascii import crc_hqx
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

MAX_FRAME_BYTES: Final = 254
MAX_STUFFED_BYTES: Final = MAX_FRAME_BYTES - 2
MAX_PAYLOAD_BYTES: Final = MAX_STUFFED_BYTES - 1 - 4

_ZERO: Final = b"\0"
_HEADER: Final = 2
_CHECK: Final = 2


class Packet(NamedTuple):
    """A packet: message type, sequence number, and payload."""

    type: int
    seq: int
    payload: bytes


class Bad(Enum):
    """Why the bytes before a zero are not a valid packet."""

    TOO_LONG = "frame too long"
    TOO_SHORT = "packet too short"
    MISSTUFFED = "invalid byte stuffing"
    CHECKSUM = "checksum mismatch"


Decoded: TypeAlias = Packet | Bad


def encode(packet: Packet) -> bytes:
    """Return *packet* as a frame of at most 254 bytes.

    Raises ValueError if the type or number is not a byte, or the payload exceeds 247 bytes.
    """
    for name, value in (("type", packet.type), ("seq", packet.seq)):
        if not 0 <= value <= 255:
            raise ValueError(f"a packet's {name} is a byte, 0 to 255, not {value}")
    if len(packet.payload) > MAX_PAYLOAD_BYTES:
        raise ValueError(
            f"a payload holds at most {MAX_PAYLOAD_BYTES} bytes, not {len(packet.payload)}"
        )
    content = bytes((packet.type, packet.seq)) + packet.payload
    runs = (content + _check(content)).split(_ZERO)
    # COBS for fewer than 254 bytes: each run between zeros, its length + 1 before it.
    return _ZERO + b"".join(bytes((len(run) + 1,)) + run for run in runs) + _ZERO


class Decoder:
    """Decodes a byte stream. Never raises; buffers at most one frame."""

    def __init__(self) -> None:
        self._stuffed = bytearray()
        self._deaf = False

    def feed(self, data: bytes) -> tuple[Decoded, ...]:
        """Process *data*. Return the packets and errors that it completes, in order."""
        return tuple(heard for byte in data if (heard := self.take(byte)) is not None)

    def take(self, byte: int) -> Decoded | None:
        """Process a byte. Return a packet or an error, or None if incomplete."""
        if byte == 0:
            stuffed, deaf = bytes(self._stuffed), self._deaf
            self._stuffed.clear()
            self._deaf = False
            return None if deaf or not stuffed else _read(stuffed)
        if self._deaf:
            return None
        if len(self._stuffed) == MAX_STUFFED_BYTES:
            self._deaf = True
            return Bad.TOO_LONG
        self._stuffed.append(byte)
        return None


def _read(stuffed: bytes) -> Decoded:
    runs, start = [], 0
    while start < len(stuffed):
        end = start + stuffed[start]
        if end > len(stuffed):
            return Bad.MISSTUFFED
        runs.append(stuffed[start + 1 : end])
        start = end
    body = _ZERO.join(runs)
    if len(body) < _HEADER + _CHECK:
        return Bad.TOO_SHORT
    content, check = body[:-_CHECK], body[-_CHECK:]
    if check != _check(content):
        return Bad.CHECKSUM
    return Packet(content[0], content[1], content[_HEADER:])


def _check(content: bytes) -> bytes:
    return (crc_hqx(content, 0xFFFF) ^ 0xFFFF).to_bytes(_CHECK, "big")
