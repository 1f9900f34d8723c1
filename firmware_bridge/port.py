"""The thread that communicates with controllers, with per-port back-off, and dispatches their keys.

Back-off is necessary because opening a port resets an Uno, which writes its start count to EEPROM,
and disturbs other devices.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final, NamedTuple, Protocol, TypeAlias, assert_never

from firmware_bridge.link import KEYS, End, Greeting, Key, Link
from firmware_bridge.protocol.messages import BYTES
from firmware_bridge.protocol.pixels import Tape
from firmware_bridge.serial_ports import Find


class Transport(Protocol):
    """An open connection. One thread reads, writes and closes; ``wake`` may be called from any
    thread, but not after ``close``. After an OSError only ``close`` may be called."""

    def read(self, timeout: float) -> bytes:
        """Return received bytes; none after *timeout* seconds or if woken."""

    def write(self, data: bytes) -> None:
        """Send all of *data*. Raises OSError on a timeout."""

    def wake(self) -> None:
        """Interrupt the current read, or else the next one."""

    def close(self) -> None:
        """Close the connection. Never raises."""


OpenTransport: TypeAlias = Callable[[str], Transport]
"""Opens the port with the given name. Raises OSError if it is missing or in use."""


Cause: TypeAlias = End | OSError | None
"""The end of a session or a port error; None if there is no port."""


class Diagnosis(NamedTuple):
    """Why the controller at ``port`` shows nothing, and its greeting if it answered."""

    cause: Cause = None
    port: str = ""
    greeting: Greeting | None = None

    @property
    def rank(self) -> int:
        """The priority of the diagnosis; the highest is reported."""
        match self.cause:
            case None:
                return 0
            case End.NO_ANSWER:
                return 1
            case OSError():
                return 2
            case End():
                return 3
            case _:
                assert_never(self.cause)


FIRST_WAIT: Final = 0.25
"""Initial retry delay in seconds, doubled after each failure."""
MAX_WAIT_SECONDS: Final = 5.0
"""Maximum retry delay in seconds if opening fails, since that does not reset a controller."""
MAX_RETRY_SECONDS: Final = 60.0
"""Maximum seconds between retries while a controller is silent or fails before its first image."""
NO_USE: Final = 300.0
"""Retry delay in seconds for an incompatible controller."""


class Tried(NamedTuple):
    """A failed attempt at a port: its diagnosis, retry delay, and the time of the next attempt."""

    diagnosis: Diagnosis
    wait: float
    due: float


class Backoff:
    """Failed attempts and retry times by port."""

    def __init__(self) -> None:
        self._tried: dict[str, Tried] = {}

    @property
    def worst(self) -> Diagnosis:
        """The diagnosis with the highest rank."""
        diagnoses = (tried.diagnosis for tried in self._tried.values())
        return max(diagnoses, key=lambda diagnosis: diagnosis.rank, default=Diagnosis())

    def due(self, there: Iterable[str], now: float) -> tuple[str, ...]:
        """Return the ports due for an attempt at *now*. New ports are due immediately."""
        names = tuple(there)
        self._tried = {name: tried for name, tried in self._tried.items() if name in names}
        return tuple(
            name for name in names if name not in self._tried or now >= self._tried[name].due
        )

    def tried(self, diagnosis: Diagnosis, now: float, *, steady: bool) -> None:
        """Record a failed attempt. *steady*: the controller had worked before."""
        last = self._tried.get(diagnosis.port)
        wait = FIRST_WAIT if steady or not last else 2 * last.wait
        match diagnosis.cause:
            case None | OSError():
                wait = min(wait, MAX_WAIT_SECONDS)
            case End.NO_ANSWER | End.SILENCE:
                wait = min(wait, MAX_RETRY_SECONDS)
            case End.OTHER_VERSION | End.UNFIT | End.REFUSED:
                wait = NO_USE
            case _:
                assert_never(diagnosis.cause)
        self._tried[diagnosis.port] = Tried(diagnosis, wait, now + wait)


DEFAULT_LAYOUT: Final = "A 2 3 4 / 5 6 7 8 / 9 10 J Q / K GO UNDO OK"
"""Key names row by row, in the order of key numbers."""

Press: TypeAlias = Callable[[str, bool], None]
"""Called with the name of a key, and True if pressed or False if released."""


class KeyReceiver:
    """Calls *press* for every key press and release, with its name in *layout*."""

    def __init__(
        self, press: Press = lambda name, down: None, layout: str = DEFAULT_LAYOUT
    ) -> None:
        """Raises ValueError unless *layout* has 16 distinct names."""
        self._press, self._names = press, tuple(layout.replace("/", " ").split())
        if len(self._names) != KEYS or len({*self._names}) != KEYS:
            raise ValueError(f"a layout must have {KEYS} distinct keys, not {layout!r}")
        self._last: tuple[int, int] | None = None
        self._boot = -1
        self._held: set[str] = set()

    def receive(self, key: Key) -> None:
        """Process a key event. Retransmitted ones are ignored."""
        self.met(key.boot)
        if (key.boot, key.seq) == self._last:
            return
        self._last = (key.boot, key.seq)
        self._tell(self._names[key.number], down=key.down)

    def met(self, boot: int) -> None:
        """Release all keys if the controller has restarted. *boot*: its start count."""
        if boot != self._boot:
            self.let_go()
        self._boot = boot

    def let_go(self) -> None:
        """Release all keys, at the end of a session."""
        for name in sorted(self._held):
            self._tell(name, down=False)

    def _tell(self, name: str, *, down: bool) -> None:
        (self._held.add if down else self._held.discard)(name)
        self._press(name, down)


log = logging.getLogger(__name__)

SCAN_SECONDS: Final = 0.125
"""Seconds between scans for ports."""
DARK_SECONDS: Final = 0.5
CLOSE_SECONDS: Final = 2.0
"""Timeouts in seconds for turning the lights off and for closing."""


class Port:
    """A thread that shows the newest image on a controller. Tries the ports returned by *find*, and
    reconnects when the controller is lost. Keys go to *keypad*.

    ``show`` does not block.
    """

    def __init__(
        self, find: Find, open_transport: OpenTransport, tape: Tape, keypad: KeyReceiver
    ) -> None:
        self._find, self._open, self._tape, self._keypad = find, open_transport, tape, keypad
        self._lock = Lock()
        self._transport: Transport | None = None
        self._newest: bytes | None = None
        self._closing, self._settled = Event(), Event()
        self._backoff, self._usual, self._dark_by = Backoff(), "", 0.0
        self.diagnosis: Diagnosis | None = None
        """Why nothing is shown; None if it works or is not yet known."""
        self._thread = Thread(target=self._run, name="microcontroller", daemon=True)
        self._thread.start()

    @property
    def lives(self) -> bool:
        """True while the thread runs; False after an internal error."""
        return self._thread.is_alive()

    def settle(self, seconds: float) -> None:
        """Wait at most *seconds* for the first attempt to finish."""
        self._settled.wait(seconds)

    def show(self, picture: bytes) -> None:
        """Show *picture*, unless a newer one replaces it."""
        with self._lock:
            self._newest = picture
            if self._transport:
                self._transport.wake()

    def close(self) -> None:
        """Turn the lights off, and stop the thread. A port that hangs is abandoned."""
        self._newest = bytes(BYTES * self._tape.pixels)
        self._dark_by = monotonic() + DARK_SECONDS
        self._closing.set()
        self.show(self._newest)
        self._thread.join(CLOSE_SECONDS)
        if self._thread.is_alive():
            log.warning("microcontroller not responding: abandoned after %g s", CLOSE_SECONDS)

    def _run(self) -> None:
        while not self._closing.is_set():
            due = self._backoff.due(self._find(), monotonic())
            for name in sorted(due, key=lambda name: name != self._usual):
                if self._talk(name).cause is End.SILENCE:  # A controller was connected and is lost.
                    self._usual = name
                    break
            self._settle(self._backoff.worst)
            self._closing.wait(SCAN_SECONDS)

    def _talk(self, name: str) -> Diagnosis:
        """Run a session with the controller at port *name*. Return why it ended."""
        link = Link(self._tape)
        diagnosis = Diagnosis(port=name)
        try:
            with self._transport_to(name) as transport:
                while not link.ended and not self._done(link):
                    if data := link.data_to_send(monotonic()):
                        transport.write(data)
                    self._receive(transport.read(link.wait(monotonic())), link)
                    if link.ready:
                        self._settle(None)
            diagnosis = Diagnosis(link.ended, name, link.greeting)
        except OSError as fault:
            diagnosis = Diagnosis(End.SILENCE if link.greeting else fault, name, link.greeting)
        finally:
            self._keypad.let_go()
        self._backoff.tried(diagnosis, monotonic(), steady=link.steady)
        return diagnosis

    @contextmanager
    def _transport_to(self, name: str) -> Iterator[Transport]:
        """Context manager: open the port, and register it for ``wake`` while it is open."""
        transport = self._open(name)
        try:
            with self._lock:
                self._transport = transport
            yield transport
        finally:
            with self._lock:
                self._transport = None
            transport.close()

    def _receive(self, data: bytes, link: Link) -> None:
        """Dispatch the keys in *data*. After a restart of the controller, all keys are released."""
        known = link.greeting
        keys = link.receive(data, monotonic())
        if link.greeting and link.greeting is not known:
            self._keypad.met(link.greeting.boot)
        for key in keys:
            self._keypad.receive(key)

    def _done(self, link: Link) -> bool:
        """Pass the newest image to *link*. Return True on closing, once it is shown or overdue."""
        closing, picture = self._closing.is_set(), self._newest
        if picture is not None:
            link.show(picture)
        return closing and (link.shown or not link.ready or monotonic() >= self._dark_by)

    def _settle(self, diagnosis: Diagnosis | None) -> None:
        self.diagnosis = diagnosis
        self._settled.set()
