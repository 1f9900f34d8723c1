"""A strip somewhere in the network: WLED shows what arrives as DDP, 3waylabs' display protocol.

WLED has its own settings for the order of the colours, so they always travel as red, green, blue.
Two and a half seconds after the last packet it goes back to what it showed before.
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
"""Flags, sequence number, kind of data, destination, and where in the frame how many bytes go."""
VERSION_1, PUSH = 0x40, 0x01
RGB_OF_8_BITS: Final = 0x0B
DISPLAY: Final = 1
MOST_BYTES: Final = 3 * 480
"""Bytes of light in a packet: with the headers just what Ethernet carries in one piece."""
SEQUENCES: Final = 15


def packets(frame: Frame, sequence: int) -> Iterator[bytes]:
    """Yield the packets of *frame*, numbered from *sequence* on; the last one says: show it."""
    for start in range(0, len(frame), MOST_BYTES):
        part = frame[start : start + MOST_BYTES]
        sequence = sequence % SEQUENCES + 1
        flags = VERSION_1 | (PUSH if start + MOST_BYTES >= len(frame) else 0)
        yield HEADER.pack(flags, sequence, RGB_OF_8_BITS, DISPLAY, start, len(part)) + part


def address(at: str) -> tuple[str, int]:
    """Return host and port of *at*: ``wled.local``, ``192.168.1.50:4048``. Raises DeviceFault."""
    try:
        parts = urlsplit(f"//{at}")
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host, port = None, PORT
    if not host:
        raise DeviceFault(
            'strip.at is "{at}"; it is WLED’s address in the network, such as 192.168.1.50.', at=at
        )
    return host, port


ASKED: Final = Path("/proc/net/arp")
UNANSWERED: Final = "0x0"


def absent(number: str, asked: Path = ASKED) -> bool:
    """True if the kernel asked for the machine with that IPv4 *number* and has no answer (yet). It
    never asks for machines behind a router; if it has no table, no machine is absent."""
    if not asked.exists():
        return False
    rows = (row.split() for row in asked.read_text(encoding="ascii").splitlines()[1:])
    return any(row[0] == number and row[2] == UNANSWERED for row in rows)


REPEAT_SECONDS: Final = 1.0
ECHO_MS: Final = 30
"""Milliseconds in which a first packet may come back as refused, or a machine answer. One that
sleeps takes longer, and is there at the next try."""


class DdpStrip:
    """Sends frames through the connected socket *out*, and repeats the latest *every* few seconds
    until another comes. It never blocks on the network. *gone* is True for the number of a
    machine that is missing."""

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
        """Lost if a packet could not be sent."""
        return Health.LOST if self._fault else Health.OK

    def show(self, frame: Frame) -> None:
        """Send *frame*. Raises DeviceFault if it, or a repeated one before, could not be sent."""
        with self._sending:
            first = not self._frame
            self._frame = frame
            self._send()
            if first:
                errors = poll()
                errors.register(self._out, POLLERR)
                if errors.poll(ECHO_MS):
                    code = self._out.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                    self._fault = OSError(code, "")
                self._check_presence()
            if self._fault:
                raise unreachable(self._at) from self._fault

    def close(self) -> None:
        """Stop sending, so that WLED returns to its own effect."""
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
    """Open the strip at the address of the wiring. Raises DeviceFault."""
    at = setup.wiring.at
    host, port = address(at)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)
    except (OSError, UnicodeError) as fault:
        raise DeviceFault(
            "Nobody in this network is called {host}: is WLED on, and is strip.at its name or "
            "its number?",
            host=host,
        ) from fault
    family, kind, protocol, _, there = found[0]
    out = socket.socket(family, kind, protocol)
    try:
        out.setblocking(False)
        out.connect(there)
    except OSError as fault:
        out.close()
        raise unreachable(at) from fault
    return DdpStrip(out, at)


def unreachable(at: str) -> DeviceFault:
    """Return the fault of a strip that cannot be reached."""
    return DeviceFault("No WLED is heard at {at}: is it on, and in this network?", at=at)
