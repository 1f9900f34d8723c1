"""The serial ports of this machine: which are plugged in, and one of them as a transport.

Nothing else here knows of pyserial.
"""

import errno
import os
import termios
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISCHR
from time import monotonic
from typing import Final

from serial import Serial
from serial.tools.list_ports import comports

from firmware_bridge.link.inbound import Greeting
from firmware_bridge.link.link import Link
from firmware_bridge.protocol.pixels import ANY_TAPE
from firmware_bridge.serial.discovery import Find, Plugged, ports

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
