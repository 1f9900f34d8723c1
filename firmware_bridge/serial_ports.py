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
"""Links of udev's whose names stay the same whatever number a port has."""

Find: TypeAlias = Callable[[], Sequence[str]]
"""Names the ports where a board may be now, the likeliest first."""


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
    """A serial port as the system lists it; no numbers where it is not on USB."""

    name: str
    vid: int | None = None
    pid: int | None = None

    @property
    def may_be_one(self) -> bool:
        """True if a board may be there."""
        return any(self.vid == chip.vid and chip.pid in (None, self.pid) for chip in CHIPS)


def ports(at: str, plugged: Iterable[Plugged], by_id: Path = BY_ID) -> tuple[str, ...]:
    """Return the ports to be tried, the likeliest first; no other than *at* where one is named."""
    if at:
        return (at,) if _there(Path(at)) else ()
    links = tuple(link for link in _links(by_id) if _there(link))
    linked = {link.resolve() for link in links}
    others = (one.name for one in plugged if one.may_be_one and Path(one.name) not in linked)
    return (*map(str, links), *sorted(others))


def _links(by_id: Path) -> Iterator[Path]:
    """The links for boards, by the order of ``CHIPS``; none where their folder has gone."""
    there = list[Path]()
    with suppress(OSError):
        there = sorted(by_id.iterdir())
    for word in dict.fromkeys(chip.word for chip in CHIPS):
        yield from (link for link in there if word in link.name)


def _there(path: Path) -> bool:
    """True if *path* leads anywhere that may be looked at."""
    with suppress(OSError):
        return path.exists()
    return False


WRITE_SECONDS: Final = 1.0
"""Seconds; a frame takes 0.022 at 115,200 baud. A port that has not taken it by then is frozen."""


def plugged_in(at: str) -> Find:
    """Finds what is plugged in; nothing but *at* where that is named."""

    def find() -> Sequence[str]:
        return ports(at, () if at else _listed())

    return find


def _listed() -> tuple[Plugged, ...]:
    """Every port as pyserial lists it, and none where one goes while it is looked at: pyserial
    reads a number then that is not there, and the next look finds those that are left."""
    with suppress(OSError), _as_oserror():
        return tuple(Plugged(one.device, one.vid, one.pid) for one in comports())
    return ()


class SerialTransport:
    """The serial port of that name, which nobody else may open meanwhile."""

    def __init__(self, name: str, baud: int) -> None:
        if not S_ISCHR(Path(name).stat().st_mode):
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), name)
        with _as_oserror():
            self._serial = Serial(name, baud, write_timeout=WRITE_SECONDS, exclusive=True)
        self._woken = False

    def read(self, timeout: float) -> bytes:
        """Return what has come by then."""
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
    """Raise an OSError in the place of whatever else a port that is gone, or is none, raises."""
    try:
        yield
    except (termios.error, ValueError, TypeError) as fault:
        raise OSError(str(fault)) from fault
