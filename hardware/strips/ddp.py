"""A strip on the network: WLED, controlled by 3waylabs' Distributed Display Protocol (DDP).

Frames are sent as RGB, because WLED has its own setting for the colour order. It returns to its own
effect 2.5 seconds after the last packet.
"""

import errno
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from select import POLLERR, poll
from struct import Struct
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from hardware.device import join_or_leave
from hardware.strips.strip import StripSetup
from scorekeeper.board.light import Frame
from scorekeeper.device import DeviceFault, Health

PORT: Final = 4048
HEADER: Final = Struct(">BBBBIH")
"""Flags, sequence number, data type, destination, offset in the frame, and length."""
VERSION_1, PUSH = 0x40, 0x01
RGB_OF_8_BITS: Final = 0x0B
DISPLAY: Final = 1
MAX_BYTES: Final = 3 * 480
"""Maximum payload of a packet, so that it fits into an Ethernet frame."""
SEQUENCES: Final = 15


def packets(frame: Frame, sequence: int) -> Iterator[bytes]:
    """Yield the packets of *frame*, numbered after *sequence*; the last one has the push flag."""
    for start in range(0, len(frame), MAX_BYTES):
        part = frame[start : start + MAX_BYTES]
        sequence = sequence % SEQUENCES + 1
        flags = VERSION_1 | (PUSH if start + MAX_BYTES >= len(frame) else 0)
        yield HEADER.pack(flags, sequence, RGB_OF_8_BITS, DISPLAY, start, len(part)) + part


def address(place: str) -> tuple[str, int]:
    """Return (host, port) of *place*, such as ``192.168.1.50:4048``. Raises DeviceFault."""
    try:
        parts = urlsplit(f"//{place}")
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host, port = None, PORT
    if not host:
        raise DeviceFault(
            'strip.at is "{at}"; it must be WLED’s network address, such as 192.168.1.50.',
            at=place,
        )
    return host, port


ARP_TABLE: Final = Path("/proc/net/arp")
INCOMPLETE: Final = "0x0"


def absent(number: str, table: Path = ARP_TABLE) -> bool:
    """Return True if the host with IPv4 address *number* has an incomplete ARP entry. False for
    hosts behind a router, and without an ARP *table*."""
    if not table.exists():
        return False
    rows = (row.split() for row in table.read_text(encoding="ascii").splitlines()[1:])
    return any(row[0] == number and row[2] == INCOMPLETE for row in rows)


REPEAT_SECONDS: Final = 1.0
ECHO_MS: Final = 30
"""Timeout in ms for an ICMP error or ARP reply after the first packet. A sleeping host takes
longer, and is detected on retry."""


class DdpStrip:
    """Sends frames through the connected socket *out*, repeating the latest after *every* seconds.
    Does not block on the network. *gone* returns True if the host at an IP address is missing."""

    def __init__(
        self,
        out: socket.socket,
        at: str,
        every: float = REPEAT_SECONDS,
        gone: Callable[[str], bool] = absent,
    ) -> None:
        self._out, self._at, self._every, self._gone = out, at, every, gone
        self._frame, self._sequence, self._due = b"", 0, monotonic() + every
        self._fault: OSError | None = None
        self._sending, self._closed = Lock(), Event()
        self._repeating = Thread(target=self._repeat, name="ddp", daemon=True)
        self._repeating.start()

    @property
    def health(self) -> str:
        """``lost`` if a packet could not be sent, else ``ok``."""
        return Health.LOST if self._fault else Health.OK

    def show(self, frame: Frame) -> None:
        """Send *frame*. Raises DeviceFault if it or an earlier repetition could not be sent."""
        with self._sending:
            first = not self._frame
            self._frame = frame
            self._send()
            if first:
                refused = poll()
                refused.register(self._out, POLLERR)
                if refused.poll(ECHO_MS):
                    code = self._out.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                    self._fault = OSError(code, "")
                self._check_presence()
            if self._fault:
                raise unreachable(self._at) from self._fault

    def close(self) -> None:
        """Stop sending; WLED then returns to its own effect."""
        self._closed.set()
        if join_or_leave(self._repeating):
            self._out.close()

    def _send(self) -> None:
        self._due = monotonic() + self._every
        try:
            for packet in packets(self._frame, self._sequence):
                self._sequence = packet[1]
                self._out.send(packet)
        except OSError as fault:
            self._fault = fault

    def _check_presence(self) -> None:
        if self._gone(self._out.getpeername()[0]):
            self._fault = OSError(errno.EHOSTUNREACH, "no ARP reply")

    def _repeat(self) -> None:
        while not self._closed.wait(self._due - monotonic()):
            with self._sending:
                if monotonic() >= self._due:
                    self._send()
                self._check_presence()


def open_strip(setup: StripSetup) -> DdpStrip:
    host, port = address(setup.wiring.at)
    try:
        family, kind, protocol, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[
            0
        ]
    except (OSError, UnicodeError) as fault:
        raise DeviceFault(
            "Cannot resolve {host}: is WLED on, and is strip.at its hostname or IP address?",
            host=host,
        ) from fault
    out = socket.socket(family, kind, protocol)
    try:
        out.setblocking(False)
        out.connect(target)
    except OSError as fault:
        out.close()
        raise unreachable(setup.wiring.at) from fault
    return DdpStrip(out, setup.wiring.at)


def unreachable(at: str) -> DeviceFault:
    return DeviceFault("No response from WLED at {at}: is it on, and on this network?", at=at)
