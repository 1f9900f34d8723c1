"""Detection of serial ports with a microcontroller, and a Transport based on pyserial.

Only ports with known USB chips are opened, so that other devices are not disturbed. Other ports,
such as the Pi's UART pins, must be named in the config.
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
"""Stable symbolic links created by udev."""

Find: TypeAlias = Callable[[], Sequence[str]]
"""Returns the ports that may have a controller, most likely first."""


class Chip(NamedTuple):
    """A USB serial chip: vendor id, product id (None: any), and a word in its ``BY_ID`` name."""

    vid: int
    pid: int | None
    word: str


PICO: Final = Chip(0x2E8A, 0x000A, "Cribble")
"""Raspberry Pi's ids for any program that makes a Pico a serial port."""

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
    PICO,
)


class Plugged(NamedTuple):
    """A serial port listed by the system. The ids are None if it is not on USB."""

    name: str
    vid: int | None = None
    pid: int | None = None

    def has(self, chip: Chip) -> bool:
        return self.vid == chip.vid and chip.pid in (None, self.pid)

    @property
    def is_candidate(self) -> bool:
        """True if the port may have a controller."""
        return any(map(self.has, CHIPS))


def ports(at: str, plugged: Iterable[Plugged], by_id: Path = BY_ID) -> tuple[str, ...]:
    """Return the ports to try, most likely first; only *at* if it is not empty."""
    if at:
        return (at,) if _exists(Path(at)) else ()
    names = list[Path]()
    with suppress(OSError):  # Missing while there is no USB port.
        names = sorted(by_id.iterdir())
    words = dict.fromkeys(chip.word for chip in CHIPS)
    links = [link for word in words for link in names if word in link.name and _exists(link)]
    linked = {link.resolve() for link in links}
    others = (port.name for port in plugged if port.is_candidate and Path(port.name) not in linked)
    return (*map(str, links), *sorted(others))


def _exists(path: Path) -> bool:
    """True if *path* exists and is accessible."""
    with suppress(OSError):
        return path.exists()
    return False


WRITE_SECONDS: Final = 1.0
"""Write timeout in seconds; a frame takes 0.022 s at 115,200 baud."""


def plugged_in(at: str) -> Find:
    """Return a search for connected ports, or only for *at* if it is not empty."""

    return lambda: ports(at, () if at else _listed())


def is_pico(name: str) -> bool:
    """Return whether the port *name* has the USB ids of Cribble's firmware on a Pico."""
    place = Path(name).resolve()
    return any(port.has(PICO) and Path(port.name) == place for port in _listed())


def _listed() -> tuple[Plugged, ...]:
    with suppress(OSError), _as_oserror():  # Race with a disconnected port.
        return tuple(Plugged(port.device, port.vid, port.pid) for port in comports())
    return ()


class SerialTransport:
    """A Transport on the serial port *name*, opened exclusively."""

    def __init__(self, name: str, baud: int) -> None:
        if not S_ISCHR(Path(name).stat().st_mode):
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), name)
        with _as_oserror():
            self._serial = Serial(name, baud, write_timeout=WRITE_SECONDS, exclusive=True)
        self._woken = False

    def read(self, timeout: float) -> bytes:
        """Return received bytes; none after *timeout* seconds or if woken."""
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
        """Interrupt the current read. Idempotent, so that pyserial's pipe cannot fill up."""
        if not self._woken:
            self._woken = True
            self._serial.cancel_read()

    def close(self) -> None:
        """Close the port, discarding unsent data, for which Linux would wait."""
        with suppress(OSError), _as_oserror():
            self._serial.reset_output_buffer()
        with suppress(OSError), _as_oserror():
            self._serial.close()


def greeting_at(port: str, baud: int) -> Greeting:
    """Return the greeting of the controller at *port*. Raises TimeoutError or another OSError."""
    transport, link = SerialTransport(port, baud), Link(ANY_TAPE)
    try:
        while not (link.greeting or link.ended):
            transport.write(link.data_to_send(monotonic()))
            link.receive(transport.read(link.wait(monotonic())), monotonic())
    finally:
        transport.close()
    if not link.greeting:
        raise TimeoutError(port)
    return link.greeting


@contextmanager
def _as_oserror() -> Iterator[None]:
    """Context manager: translate other errors of a lost or invalid port into OSError."""
    try:
        yield
    except (termios.error, ValueError, TypeError) as fault:
        raise OSError(str(fault)) from fault
