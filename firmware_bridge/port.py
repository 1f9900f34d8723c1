"""The thread that talks to boards at ports, and when it tries a port again.

Opening a port restarts an Uno, which counts its starts in an EEPROM that wears out, and a foreign
Arduino has other work to do.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final, NamedTuple, Protocol, TypeAlias, assert_never

from firmware_bridge.keypad import Keypad
from firmware_bridge.link import End, Greeting, Link
from firmware_bridge.protocol.messages import BYTES
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.serial_ports import Find


class Transport(Protocol):
    """An open line. One thread reads, writes and closes; any may wake it, but not during ``close``
    or after it. Every OSError means that the line is gone, and then only ``close`` follows."""

    def read(self, timeout: float) -> bytes:
        """Return the bytes that come first; none after *timeout* seconds, or when it is woken."""

    def write(self, data: bytes) -> None:
        """Send *data*, all of it. Raises OSError where that takes too long."""

    def wake(self) -> None:
        """End the read that goes on, or else the next one, immediately."""

    def close(self) -> None:
        """Give the line back. Never raises."""


OpenTransport: TypeAlias = Callable[[str], Transport]
"""Opens the line of that name. Raises OSError where it is not there, or somebody else's."""


Cause: TypeAlias = End | OSError | None
"""The end of a conversation, or the failure of a port; None where there was no port at all."""


class Diagnosis(NamedTuple):
    """The cause that the board at ``port`` shows nothing, and which board answered, if any."""

    cause: Cause = None
    port: str = ""
    board: Greeting | None = None

    @property
    def weight(self) -> int:
        """A rank: of several diagnoses the weightiest is reported."""
        match self.cause:
            case None:
                return 0
            case End.NOBODY:
                return 1
            case OSError():
                return 2
            case End():
                return 3
            case _:
                assert_never(self.cause)


FIRST_WAIT: Final = 0.25
"""Seconds before a port is opened again; twice as long each time that nothing came of it."""
LONGEST_WAIT: Final = 5.0
"""For a port that does not open, so that nothing was started."""
LONGEST_ANEW: Final = 60.0
"""For a port where nobody answers, or a board falls silent before it has shown anything."""
NO_USE: Final = 300.0
"""For a board that answers and cannot do what it is to do."""


class Tried(NamedTuple):
    """The last try of a port: why nothing came of it, how long it is left alone, and until when."""

    diagnosis: Diagnosis
    wait: float
    due: float


class Backoff:
    """The last try of each port, and when it is to be tried again."""

    def __init__(self) -> None:
        self._tried: dict[str, Tried] = {}

    @property
    def most(self) -> Diagnosis:
        """The weightiest diagnosis of all ports."""
        diagnoses = (one.diagnosis for one in self._tried.values())
        return max(diagnoses, key=lambda diagnosis: diagnosis.weight, default=Diagnosis())

    def due(self, there: Iterable[str], now: float) -> tuple[str, ...]:
        """Return the ports due for a try at *now*. One that has just appeared is due now."""
        names = tuple(there)
        self._tried = {name: one for name, one in self._tried.items() if name in names}
        return tuple(
            name for name in names if name not in self._tried or now >= self._tried[name].due
        )

    def tried(self, diagnosis: Diagnosis, now: float, *, steady: bool) -> None:
        """Note the try of a port; *steady* where a board did its work before."""
        before = self._tried.get(diagnosis.port)
        longer = FIRST_WAIT if steady or not before else 2 * before.wait
        wait = _wait(diagnosis.cause, longer)
        self._tried[diagnosis.port] = Tried(diagnosis, wait, now + wait)


def _wait(cause: Cause, longer: float) -> float:
    """Return the seconds to wait after that; *longer* is twice the last wait."""
    match cause:
        case None | OSError():
            return min(longer, LONGEST_WAIT)
        case End.NOBODY | End.SILENCE:
            return min(longer, LONGEST_ANEW)
        case End.OTHER_VERSION | End.UNFIT | End.REFUSED:
            return NO_USE
        case _:
            assert_never(cause)


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
