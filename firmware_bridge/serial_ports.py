"""The serial ports where a microcontroller may be, and one of them as a transport.

Only the USB chips of such boards are looked at, so that no other device is disturbed. Any other
port, such as a Pi's own pins, must be named in the config. Nothing else here knows of pyserial.
"""

import errno
import os
import termios
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISCHR
from time import monotonic
from typing import Final, NamedTuple, TypeAlias

from serial import Serial
from serial.tools.list_ports import comports

from firmware_bridge.link import Greeting, Link
from firmware_bridge.protocol.pixels import ANY_TAPE

BY_ID: Final = Path("/dev/serial/by-id")
"""Links made by udev, whose names stay the same whatever number a port has."""

Find: TypeAlias = Callable[[], Sequence[str]]
"""Returns the ports where a board may be now, the likeliest first."""


class Chip(NamedTuple):
    """The chip at the board's end of a USB cable: the numbers of its maker and product (no product:
    any of that maker's), and a word of its name in ``BY_ID``."""

    vid: int
    pid: int | None
    word: str


CHIPS: Final = (
    Chip(0x2341, None, "Arduino"),
    Chip(0x2A03, None, "Arduino"),
    Chip(0x1A86, 0x7523, "1a86"),  # CH340, in most copies of the Nano
    Chip(0x1A86, 0x5523, "1a86"),  # CH341
    Chip(0x1A86, 0x55D3, "1a86"),  # CH343
    Chip(0x1A86, 0x55D4, "1a86"),  # CH9102
    Chip(0x0403, 0x6001, "FTDI"),
    Chip(0x0403, 0x6015, "FTDI"),
    Chip(0x10C4, 0xEA60, "Silicon_Labs"),  # CP210x
)


class Plugged(NamedTuple):
    """A serial port as the system lists it; without numbers if it is not on USB."""

    name: str
    vid: int | None = None
    pid: int | None = None

    @property
    def is_candidate(self) -> bool:
        """True if a board may be there."""
        return any(self.vid == chip.vid and chip.pid in (None, self.pid) for chip in CHIPS)


def ports(at: str, plugged: Iterable[Plugged], by_id: Path = BY_ID) -> tuple[str, ...]:
    """Return the ports to try, the likeliest first; if *at* names one, only that."""
    if at:
        return (at,) if _exists(Path(at)) else ()
    names = list[Path]()
    with suppress(OSError):  # There is no such folder while no port is on USB.
        names = sorted(by_id.iterdir())
    words = dict.fromkeys(chip.word for chip in CHIPS)
    links = [link for word in words for link in names if word in link.name and _exists(link)]
    linked = {link.resolve() for link in links}
    others = (port.name for port in plugged if port.is_candidate and Path(port.name) not in linked)
    return (*map(str, links), *sorted(others))


def _exists(path: Path) -> bool:
    """True if *path* exists and may be read."""
    with suppress(OSError):
        return path.exists()
    return False


WRITE_SECONDS: Final = 1.0
"""Timeout; a frame takes 0.022 s at 115,200 baud."""


def plugged_in(at: str) -> Find:
    """Return a search for the ports that are plugged in; if *at* names one, for only that."""

    def find() -> Sequence[str]:
        plugged = tuple[Plugged, ...]()
        if not at:
            with suppress(OSError), _as_oserror():  # pyserial fails if one is unplugged meanwhile.
                plugged = tuple(Plugged(port.device, port.vid, port.pid) for port in comports())
        return ports(at, plugged)

    return find


class SerialTransport:
    """The serial port of that name, opened exclusively."""

    def __init__(self, name: str, baud: int) -> None:
        if not S_ISCHR(Path(name).stat().st_mode):
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), name)
        with _as_oserror():
            self._serial = Serial(name, baud, write_timeout=WRITE_SECONDS, exclusive=True)
        self._woken = False

    def read(self, timeout: float) -> bytes:
        """Return the next bytes; none after *timeout* seconds, or if woken."""
        with _as_oserror():
            self._serial.timeout = timeout
            data = self._serial.read(self._serial.in_waiting or 1)
        self._woken = False
        return data

    def write(self, data: bytes) -> None:
        """Send *data*. Raises OSError on a timeout."""
        with _as_oserror():
            self._serial.write(data)

    def wake(self) -> None:
        """End the current read; idempotent, so that the pipe behind it never fills up."""
        if not self._woken:
            self._woken = True
            self._serial.cancel_read()

    def close(self) -> None:
        """Release the port. Unsent data is dropped, as Linux would wait for it."""
        with suppress(OSError), _as_oserror():
            self._serial.reset_output_buffer()
        with suppress(OSError), _as_oserror():
            self._serial.close()


def greeting_at(port: str, baud: int) -> Greeting:
    """Return the greeting of the board at *port*. Raises TimeoutError or another OSError."""
    transport, link = SerialTransport(port, baud), Link(ANY_TAPE)
    try:
        while not (link.board or link.ended):
            transport.write(link.data_to_send(monotonic()))
            link.receive(transport.read(link.wait(monotonic())), monotonic())
    finally:
        transport.close()
    if not link.board:
        raise TimeoutError(port)
    return link.board


@contextmanager
def _as_oserror() -> Iterator[None]:
    """Translate the other errors of a port that is lost, or is none, into OSError."""
    try:
        yield
    except (termios.error, ValueError, TypeError) as fault:
        raise OSError(str(fault)) from fault
