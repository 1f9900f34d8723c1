"""The thread that talks with boards at ports: nothing else in the bridge knows of threads.

The serial ports themselves are in ``serial_transport``.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final

from firmware_bridge.keypad import Keypad
from firmware_bridge.link.inbound import End
from firmware_bridge.link.link import Link
from firmware_bridge.protocol.messages import BYTES
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.serial.backoff import Backoff
from firmware_bridge.serial.diagnostics import Diagnosis
from firmware_bridge.serial.discovery import Find
from firmware_bridge.serial.transport import OpenTransport, Transport

log = logging.getLogger(__name__)

LOOK_AGAIN: Final = 0.125
"""Seconds between two looks at which ports there are."""
DARK_SECONDS: Final = 0.5
CLOSE_SECONDS: Final = 2.0
"""Seconds to put the lights out, and to end; the strip that closes it has longer."""


class Port:
    """A thread that keeps a board showing the newest picture: it looks where *find* says, talks
    with a board until it is gone, and looks again. Its keys go to *keypad*.

    ``show`` only leaves a picture here, and never waits for a port.
    """

    def __init__(
        self, find: Find, open_transport: OpenTransport, tape: Tape, keypad: Keypad
    ) -> None:
        self._find, self._open, self._tape, self._keypad = find, open_transport, tape, keypad
        self._lock = Lock()
        self._transport: Transport | None = None
        self._newest: bytes | None = None
        self._closing, self._settled = Event(), Event()
        self._backoff, self._usual, self._dark_by = Backoff(), "", 0.0
        self.diagnosis: Diagnosis | None = None
        """The cause that nothing is shown; None where all is well, and before that is known."""
        self._thread = Thread(target=self._run, name="microcontroller", daemon=True)
        self._thread.start()

    @property
    def lives(self) -> bool:
        """True if the thread runs; False after a mistake in this program."""
        return self._thread.is_alive()

    def settle(self, seconds: float) -> None:
        """Wait until it is known whether a board is there, *seconds* at the most."""
        self._settled.wait(seconds)

    def show(self, picture: bytes) -> None:
        """Have *picture* shown as soon as may be, if no newer one comes before that."""
        with self._lock:
            self._newest = picture
            if self._transport:
                self._transport.wake()

    def close(self) -> None:
        """Put the lights out if a board is there, and end. A port that hangs is left behind."""
        self._newest = bytes(BYTES * self._tape.pixels)
        self._dark_by = monotonic() + DARK_SECONDS
        self._closing.set()
        self.show(self._newest)
        self._thread.join(CLOSE_SECONDS)
        if self._thread.is_alive():
            log.warning("microcontroller hangs: left behind after %g s", CLOSE_SECONDS)

    def _run(self) -> None:
        while not self._closing.is_set():
            self._round(self._backoff.due(self._find(), monotonic()))
            self._closing.wait(LOOK_AGAIN)

    def _round(self, names: Sequence[str]) -> None:
        """Try one port after the other, until a board is met at one, and lost again."""
        for name in sorted(names, key=lambda name: name != self._usual):
            if self._talk(name).cause is End.SILENCE:
                self._usual = name
                break
        self._settle(self._backoff.most)

    def _talk(self, name: str) -> Diagnosis:
        """Talk with the board at the port called *name*. Return why that ended."""
        link = Link(self._tape)
        diagnosis = Diagnosis(port=name)
        try:
            with self._transport_to(name) as transport:
                self._listen(transport, link)
            diagnosis = Diagnosis(link.ended, name, link.board)
        except OSError as fault:
            diagnosis = Diagnosis(End.SILENCE if link.board else fault, name, link.board)
        finally:
            self._keypad.let_go()
        self._backoff.tried(diagnosis, monotonic(), steady=link.steady)
        return diagnosis

    @contextmanager
    def _transport_to(self, name: str) -> Iterator[Transport]:
        """The opened port. It is woken only while it is open."""
        transport = self._open(name)
        try:
            with self._lock:
                self._transport = transport
            yield transport
        finally:
            with self._lock:
                self._transport = None
            transport.close()

    def _listen(self, transport: Transport, link: Link) -> None:
        while not link.ended and not self._done(link):
            if said := link.data_to_send(monotonic()):
                transport.write(said)
            self._receive(transport.read(link.wait(monotonic())), link)
            if link.ready:
                self._settle(None)

    def _receive(self, heard: bytes, link: Link) -> None:
        """Pass on the keys in what was *heard*; a board that was restarted holds none."""
        before = link.board
        keys = link.receive(heard, monotonic())
        if link.board and link.board is not before:
            self._keypad.met(link.board.boot)
        for key in keys:
            self._keypad.receive(key)

    def _done(self, link: Link) -> bool:
        """Hand *link* the newest picture. Return True if that was the last one and it is shown."""
        closing, picture = self._closing.is_set(), self._newest
        if picture is not None:
            link.show(picture)
        return closing and (link.shown or not link.ready or monotonic() >= self._dark_by)

    def _settle(self, diagnosis: Diagnosis | None) -> None:
        self.diagnosis = diagnosis
        self._settled.set()
