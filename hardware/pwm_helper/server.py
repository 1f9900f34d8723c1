"""The server of the PWM helper: shows the frames of one program at a time.

Supports systemd socket activation.
"""

import errno
import fcntl
import grp
import os
import selectors
import socket
import time
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import Final, Protocol, TypeAlias

from hardware.device import device_fault
from hardware.pwm_helper.protocol import (
    GOODBYE,
    MAX_PACKET_BYTES,
    Size,
    WrongPacket,
    answer,
    size_in,
    wire_in,
)
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

POLL_SECONDS: Final = 0.5
"""Seconds between checks of the stop event."""
GREETS_WITHIN: Final = 1.0
"""Timeout in seconds for a program's hello, so that an idle connection cannot block others."""

CANNOT_LIGHT: Final = en("The PWM helper cannot light the strip ({reason}); it will try again.")


class OutputDevice(Protocol):
    """Interface of output devices. Methods raise OSError on failure."""

    def show(self, wire: bytes) -> None:
        """Show a complete frame, *wire*, in wire order."""

    def close(self) -> None:
        """Release the device, leaving the last frame lit if possible."""


OpenDevice: TypeAlias = Callable[[Size], OutputDevice]
"""Opens a device for frames of a given size. Raises DeviceFault."""


class TextDevice:
    """Appends each frame to *path* as a line of hex, grouped by pixel, in wire order."""

    def __init__(self, path: Path, size: Size) -> None:
        self._file, self._width = path.open("a", encoding="ascii"), size.width

    def show(self, wire: bytes) -> None:
        self._file.write(wire.hex(" ", self._width) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


class PwmHelper:
    """Serves one program at a time with the device returned by *open_device*, opened for the first
    program and again after a fault. Single-threaded."""

    def __init__(self, listener: socket.socket, open_device: OpenDevice) -> None:
        self._listener, self._open_device = listener, open_device
        self._line: socket.socket | None = None
        """The connection to the current program; None if there is none."""
        self._greet_by = 0.0
        self._greeted = False
        self._device: OutputDevice | None = None
        """The device, open for frames of ``_size``; remains open after a disconnect."""
        self._size = Size(0)

    def run(self, stop: Event) -> None:
        """Serve programs until *stop* is set, then turn the LEDs off."""
        self._listener.setblocking(False)
        try:
            while not stop.is_set():
                line = self._line
                with selectors.DefaultSelector() as ready:
                    ready.register(self._listener, selectors.EVENT_READ)
                    if line:
                        ready.register(line, selectors.EVENT_READ)
                    lines = {key.fileobj for key, _ in ready.select(POLL_SECONDS)}
                if line and line in lines:
                    self._serve(line)
                elif not self._greeted and time.monotonic() > self._greet_by:
                    self._disconnect()
                if self._listener in lines:
                    self._accept()
        finally:
            self._disconnect()
            self._go_dark()

    def _accept(self) -> None:
        """Accept a connection, or refuse it if a program is connected."""
        with suppress(OSError):
            line, _ = self._listener.accept()
            line.setblocking(False)
            if self._line is None:
                self._line, self._greeted = line, False
                self._greet_by = time.monotonic() + GREETS_WITHIN
                return
            in_use = DeviceFault(
                "Another program is using this strip: stop it, and this one takes over "
                "automatically."
            )
            with line:
                line.send(answer(in_use))

    def _serve(self, line: socket.socket) -> None:
        """Process a packet. Disconnect after a goodbye or a protocol or socket error."""
        try:
            packet = line.recv(MAX_PACKET_BYTES + 1)
            if packet == GOODBYE and self._greeted:
                self._go_dark()
                self._disconnect()
                return
            try:
                if self._greeted:
                    self._show(wire_in(packet, self._size))
                else:
                    self._open(size_in(packet))
            except OSError as fault:
                self._close()
                line.send(answer(device_fault(fault, CANNOT_LIGHT)))
                self._disconnect()
            else:
                self._greeted = True
                line.send(answer())
        except (OSError, WrongPacket):
            self._disconnect()

    def _disconnect(self) -> None:
        if self._line:
            self._line.close()
        self._line = None

    def _open(self, size: Size) -> None:
        """Open the device for frames of *size*, unless it is already open."""
        if self._size != size:
            self._go_dark()
        self._device, self._size = self._device or self._open_device(size), size

    def _show(self, wire: bytes) -> None:
        if self._device:
            self._device.show(wire)

    def _go_dark(self) -> None:
        """Turn the LEDs off and close the device, ignoring errors."""
        with suppress(OSError):
            self._show(bytes(self._size.length))
        self._close()

    def _close(self) -> None:
        if self._device:
            with suppress(OSError):
                self._device.close()
        self._device = None


GROUP: Final = "cribble"
FOR_THE_GROUP: Final = 0o660
WAITING: Final = 4
"""Backlog of the listening socket."""
FIRST_HANDED: Final = 3
"""The first file descriptor passed by socket activation, see sd_listen_fds(3)."""


def handed_over(environ: MutableMapping[str, str]) -> socket.socket | None:
    """Return the listening socket passed by systemd, or None. Removes the socket activation
    variables from *environ*."""
    process, count = environ.pop("LISTEN_PID", ""), environ.pop("LISTEN_FDS", "")
    environ.pop("LISTEN_FDNAMES", None)
    if process != str(os.getpid()) or count != "1":
        return None
    os.set_inheritable(FIRST_HANDED, False)
    return socket.socket(fileno=FIRST_HANDED)


@contextmanager
def listening(path: Path, group: str = "", default: str = GROUP) -> Iterator[socket.socket]:
    """Context manager: a socket listening at *path*, accessible to *group*; removed on exit.

    If *group* is empty: the *default* group for root, else the user's group. Raises DeviceFault.
    """
    name = group or (default if os.geteuid() == 0 else "")
    try:
        owner = grp.getgrnam(name).gr_gid if name else os.getegid()
    except KeyError:
        raise DeviceFault(
            "The group {group}, which may use the PWM helper, does not exist: create it with "
            "sudo groupadd --system {group}.",
            group=name,
        ) from None
    with _alone(path), socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        try:
            if path.is_socket():
                path.unlink()  # Left by a helper that was killed.
            listener.bind(str(path))
            path.chmod(FOR_THE_GROUP)  # Before listen(), to avoid a race.
            os.chown(path, -1, owner)
        except OSError as fault:
            raise _cannot_listen(path, fault) from fault
        listener.listen(WAITING)
        try:
            yield listener
        finally:
            path.unlink(missing_ok=True)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Context manager: hold the lock file for *path*, which the kernel releases on exit."""
    lock = path.with_name(f"{path.name}.lock")
    try:
        file = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as fault:
        raise _cannot_listen(path, fault) from fault
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DeviceFault(
                "A PWM helper is already running at {socket}.", socket=str(path)
            ) from None
        yield
    finally:
        os.close(file)


def _cannot_listen(path: Path, fault: OSError) -> DeviceFault:
    if fault.errno == errno.ENOENT:
        return DeviceFault(
            "The folder {folder} for the PWM helper’s socket does not exist: run sudo systemctl "
            "start cribble-lamp, or create it with sudo install -d -m 0750 -g {group} {folder}.",
            folder=str(path.parent),
            group=GROUP,
        )
    sentence = en("The PWM helper cannot listen on {socket} ({reason}).")
    return DeviceFault(sentence, socket=str(path), reason=fault.strerror or str(fault))
