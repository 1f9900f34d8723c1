"""The serial port, and the thread that speaks there: nothing else here knows of either."""

from __future__ import annotations

import termios
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final, TypeAlias

from serial import Serial
from serial.tools.list_ports import comports

from firmware_bridge.finding import Plugged, ports
from firmware_bridge.keypad import Keypad
from firmware_bridge.link import Link
from firmware_bridge.messages import NO_PIXEL
from firmware_bridge.painting import BYTES
from firmware_bridge.pixels import Tape
from firmware_bridge.told import End, Greeting
from firmware_bridge.trouble import Trouble
from firmware_bridge.wire import OpenWire, Wire

FIRST_WAIT: Final = 0.25
LONGEST_WAIT: Final = 5.0
"""Seconds before a port is opened anew; longer each time that no board was met."""
LOOK_AGAIN: Final = 0.25
"""Seconds between two looks at which ports there are. One that appears is tried at once."""
WRITE_PATIENCE: Final = 1.0
"""Seconds; a frame takes 0.022 at 115,200 baud. A port that has not taken it by then is frozen."""
DARK_PATIENCE: Final = 0.5
CLOSE_PATIENCE: Final = 2.0

ANY_TAPE: Final = Tape(pixels=1, limit_ma=0, led_ma=1, link=NO_PIXEL)
"""For a board that is only asked who it is."""

Find: TypeAlias = Callable[[], Sequence[str]]
"""Names the ports where a board may be now, the likeliest first."""


def plugged_in(at: str) -> Find:
    """Finds what is plugged in; nothing but *at* where that is named."""

    def find() -> Sequence[str]:
        listed = () if at else comports()
        return ports(at, (Plugged(one.device, one.vid, one.pid) for one in listed))

    return find


class SerialWire:
    """The serial port of that name, which nobody else may open meanwhile."""

    def __init__(self, name: str, baud: int) -> None:
        with _as_oserror():
            self._serial = Serial(name, baud, write_timeout=WRITE_PATIENCE, exclusive=True)
        self._woken = False

    def read(self, timeout: float) -> bytes:
        """What has come by then."""
        with _as_oserror():
            self._serial.timeout = timeout
            heard = self._serial.read(self._serial.in_waiting or 1)
        self._woken = False
        return heard

    def write(self, data: bytes) -> None:
        """Send *data*. Raises OSError where it is not taken in time."""
        with _as_oserror():
            self._serial.write(data)

    def wake(self) -> None:
        """End the reading, once however often it is said, so that nothing here ever fills up."""
        if not self._woken:
            self._woken = True
            self._serial.cancel_read()

    def close(self) -> None:
        """Drop what was not sent yet, for Linux would wait for it, and give the port back."""
        with suppress(OSError), _as_oserror():
            self._serial.reset_output_buffer()
        with suppress(OSError), _as_oserror():
            self._serial.close()


def greeting_at(port: str, baud: int) -> Greeting:
    """What the board at *port* says of itself. Raises TimeoutError where nobody answers, or another
    OSError."""
    wire, link = SerialWire(port, baud), Link(ANY_TAPE)
    try:
        while not (link.board or link.ended):
            wire.write(link.say(monotonic()))
            link.hear(wire.read(link.wait(monotonic())), monotonic())
    finally:
        wire.close()
    if not link.board:
        raise TimeoutError(port)
    return link.board


@contextmanager
def _as_oserror() -> Iterator[None]:
    """Whatever else is raised for a port that is gone, or is none, is an OSError too."""
    try:
        yield
    except (termios.error, ValueError, TypeError) as fault:
        raise OSError(str(fault)) from fault


class Port:
    """A thread that keeps a board showing the newest picture: it looks where *find* says, talks
    with a board until one of them is gone, and looks again. Its keys go to *keypad*.

    Whoever shows a picture only leaves it here, and never waits for a port.
    """

    def __init__(self, find: Find, open_wire: OpenWire, tape: Tape, keypad: Keypad) -> None:
        self._find, self._open, self._tape, self._keypad = find, open_wire, tape, keypad
        self._lock = Lock()
        self._wire: Wire | None = None
        self._newest: bytes | None = None
        self._closing, self._settled = Event(), Event()
        self._usual, self._dark_by = "", 0.0
        self.trouble: Trouble | None = None
        """Why nothing is shown; None where all is well, and before that is known."""
        self._thread = Thread(target=self._run, name="microcontroller", daemon=True)
        self._thread.start()

    @property
    def lives(self) -> bool:
        """Whether anybody is there to take pictures; not after a mistake in this program."""
        return self._thread.is_alive()

    def settle(self, seconds: float) -> None:
        """Wait until it is known whether a board is there, so many seconds at the most."""
        self._settled.wait(seconds)

    def show(self, picture: bytes) -> None:
        """Have *picture* shown as soon as may be, if no newer one comes before that."""
        with self._lock:
            self._newest = picture
            if self._wire:
                self._wire.wake()

    def close(self) -> None:
        """Put the lights out if a board is there, and end. A port that hangs is left to itself."""
        self._newest = bytes(BYTES * self._tape.pixels)
        self._dark_by = monotonic() + DARK_PATIENCE
        self._closing.set()
        self.show(self._newest)
        self._thread.join(CLOSE_PATIENCE)

    def _run(self) -> None:
        wait = FIRST_WAIT
        while not self._closing.is_set():
            names = self._find()
            if self._round(names):
                wait = FIRST_WAIT
            wait = FIRST_WAIT if self._rest(wait, names) else min(2 * wait, LONGEST_WAIT)

    def _round(self, names: Sequence[str]) -> bool:
        """Try one port after the other; whether a board was met at one, and lost again."""
        most = Trouble()
        for name in sorted(names, key=lambda name: name != self._usual):
            trouble = self._talk(name)
            if trouble.why is End.SILENCE:
                self._usual = name
                self._settle(trouble)
                return True
            most = max(most, trouble, key=lambda one: one.tells)
        self._settle(most)
        return False

    def _talk(self, name: str) -> Trouble:
        """Talk with whoever is at the port called *name*, and why that ended."""
        link = Link(self._tape)
        try:
            with self._wire_to(name) as wire:
                self._listen(wire, link)
        except OSError as fault:
            return Trouble(End.SILENCE if link.board else fault, name, link.board)
        finally:
            self._keypad.let_go()
        return Trouble(link.ended, name, link.board)

    @contextmanager
    def _wire_to(self, name: str) -> Iterator[Wire]:
        """The opened port. It is woken only while it is open."""
        wire = self._open(name)
        try:
            with self._lock:
                self._wire = wire
            yield wire
        finally:
            with self._lock:
                self._wire = None
            wire.close()

    def _listen(self, wire: Wire, link: Link) -> None:
        while not link.ended and not self._done(link):
            if said := link.say(monotonic()):
                wire.write(said)
            heard = wire.read(link.wait(monotonic()))
            for key in link.hear(heard, monotonic()):
                self._keypad.hear(key)
            if link.ready:
                self._settle(None)

    def _done(self, link: Link) -> bool:
        """Hand *link* the newest picture; whether that was the last one and it is shown."""
        closing, picture = self._closing.is_set(), self._newest
        if picture is not None:
            link.show(picture)
        return closing and (link.shown or not link.ready or monotonic() >= self._dark_by)

    def _settle(self, trouble: Trouble | None) -> None:
        self.trouble = trouble
        self._settled.set()

    def _rest(self, seconds: float, tried: Sequence[str]) -> bool:
        """Wait so many *seconds*, or until there is a port that was not *tried*: then True."""
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0 and not self._closing.is_set():
            self._closing.wait(min(left, LOOK_AGAIN))
            if not {*self._find()} <= {*tried}:
                return True
        return False
