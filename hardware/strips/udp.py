"""How a frame travels to WLED: as packets of DDP, 3waylabs' display protocol, to a port of UDP."""

from __future__ import annotations

from collections.abc import Iterator
from struct import Struct
from typing import Final
from urllib.parse import urlsplit

from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import StripFault
from scorekeeper.words import en

PORT: Final = 4048
HEADER: Final = Struct(">BBBBIH")
"""Flags, sequence number, kind of data, destination, and where in the frame how many bytes go."""
VERSION_1, PUSH = 0x40, 0x01
RGB_OF_8_BITS: Final = 0x0B
DISPLAY: Final = 1
MOST: Final = 3 * 480
"""Bytes of light in a packet: with the headers just what Ethernet carries in one piece."""
SEQUENCES: Final = 15


def packets(frame: Frame, sequence: int) -> Iterator[bytes]:
    """*frame* as it travels, the first packet after number *sequence*; the last says: show it."""
    for start in range(0, len(frame), MOST):
        part = frame[start : start + MOST]
        sequence = sequence % SEQUENCES + 1
        flags = VERSION_1 | (PUSH if start + MOST >= len(frame) else 0)
        yield HEADER.pack(flags, sequence, RGB_OF_8_BITS, DISPLAY, start, len(part)) + part


def address(at: str) -> tuple[str, int]:
    """Host and port of *at*, such as ``wled.local`` or ``192.168.1.50:4048``. Raises StripFault."""
    try:
        parts = urlsplit(f"//{at}")
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host, port = None, PORT
    if not host:
        raise StripFault(
            en('strip.at is "{at}"; it is WLED\'s address in the network, such as 192.168.1.50.'),
            at=at,
        )
    return host, port
