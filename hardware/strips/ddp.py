"""A strip somewhere in the network: WLED shows what arrives as DDP, 3waylabs' display protocol.

WLED has its own settings for the order of the colours, so they always travel as red, green, blue.
Two and a half seconds after the last packet it goes back to what it showed before.
"""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from select import POLLERR, poll
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

from hardware.strips.arp import absent
from hardware.strips.setup import Fitting
from hardware.strips.udp import address, packets
from scorekeeper.board.light.colour import Frame
from scorekeeper.board.light.device import Health, StripFault
from scorekeeper.words import en

REPEAT_SECONDS: Final = 1.0
ECHO_MS: Final = 30
"""How long a first packet may take to come back as refused, or a machine to say that it is there.
One that sleeps takes longer, and is there at the next try."""


class DdpStrip:
    """Sends frames to whom *out* is connected with, and the latest again *every* so many seconds
    for as long as no other comes. Nothing ever waits for the network. *gone* tells whether the
    machine with a number is missing."""

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
        """Lost where a packet found no way."""
        return Health.LOST if self._fault else Health.OK

    def show(self, frame: Frame) -> None:
        """Send *frame*. Raises StripFault where it, or what was repeated before, found no way."""
        with self._sending:
            first = not self._frame
            self._frame = frame
            self._send()
            if first:
                self._listen()
            if self._fault:
                raise unreachable(self._at) from self._fault

    def close(self) -> None:
        """Fall silent, so that WLED goes back to what it showed before."""
        self._closed.set()
        self._repeating.join()
        self._out.close()

    def _send(self) -> None:
        self._due = monotonic() + self._every
        try:
            for packet in packets(self._frame, self._sequence):
                self._sequence = packet[1]
                self._out.send(packet)
        except OSError as fault:
            self._fault = fault

    def _listen(self) -> None:
        """Find out whether anybody takes the packets, as far as the network tells."""
        ears = poll()
        ears.register(self._out, POLLERR)
        if ears.poll(ECHO_MS):
            self._fault = OSError(self._out.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR), "")
        self._look()

    def _look(self) -> None:
        if self._gone(self._out.getpeername()[0]):
            self._fault = OSError(errno.EHOSTUNREACH, "nobody answers")

    def _repeat(self) -> None:
        while not self._closed.wait(self._due - monotonic()):
            with self._sending:
                if monotonic() >= self._due:
                    self._send()
                self._look()


def open_strip(fitting: Fitting) -> DdpStrip:
    """The strip at the address of the wires. Raises StripFault."""
    at = fitting.wires.at
    host, port = address(at)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)
    except (OSError, UnicodeError) as fault:
        raise StripFault(
            en(
                "Nobody in this network is called {host}: is WLED on, and is strip.at its name or "
                "its number?"
            ),
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


def unreachable(at: str) -> StripFault:
    """The fault of a strip to which no packet finds its way."""
    return StripFault(
        en("No WLED is heard at {at}: is it on, and in this network?"),
        at=at,
    )
