"""The PWM helper at work: it listens at its socket and shows the frames of one program at a time.

systemd may have made the socket already, and starts the helper when the first program comes.
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
    LONGEST_PACKET,
    Size,
    WrongPacket,
    answer,
    size_in,
    wire_in,
)
from scorekeeper.device import DeviceFault
from scorekeeper.words import en

LOOK_UP: Final = 0.5
"""Seconds between two checks whether to stop."""
GREETS_WITHIN: Final = 1.0
"""Timeout in seconds for a program's hello, so that no silent one holds the PWM helper."""

CANNOT_LIGHT: Final = en("The lamp process cannot light the strip ({reason}); it will try again.")


class OutputDevice(Protocol):
    """Anything that shows frames, and raises OSError if it cannot."""

    def show(self, wire: bytes) -> None:
        """Show a whole frame, as it goes on the *wire*."""

    def close(self) -> None:
        """Release the device; the picture stays if it can."""


OpenDevice: TypeAlias = Callable[[Size], OutputDevice]
"""Opens a device for frames of a size. Raises DeviceFault."""


class TextDevice:
    """Appends each frame to *path*: a line of hex, the bytes of each pixel in wire order."""

    def __init__(self, path: Path, size: Size) -> None:
        self._file, self._width = path.open("a", encoding="ascii"), size.width

    def show(self, wire: bytes) -> None:
        self._file.write(wire.hex(" ", self._width) + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


class PwmHelper:
    """Serves one program at a time, on the strip that *open_device* opens: for the first program,
    and again after a fault. Runs in a single thread."""

    def __init__(self, listener: socket.socket, open_device: OpenDevice) -> None:
        self._listener, self._open_device = listener, open_device
        self._line: socket.socket | None = None
        """The connected program."""
        self._greet_by = 0.0
        self._greeted = False
        self._device: OutputDevice | None = None
        """The strip, open for frames of ``_size``; a program that is gone leaves it lit."""
        self._size = Size(0)

    def run(self, stop: Event) -> None:
        """Serve programs, one after the other, until *stop*; then go dark."""
        self._listener.setblocking(False)
        try:
            while not stop.is_set():
                line = self._line
                with selectors.DefaultSelector() as ready:
                    ready.register(self._listener, selectors.EVENT_READ)
                    if line:
                        ready.register(line, selectors.EVENT_READ)
                    lines = {key.fileobj for key, _ in ready.select(LOOK_UP)}
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
        """Connect a program, or refuse it if another one is connected."""
        with suppress(OSError):
            line, _ = self._listener.accept()
            line.setblocking(False)
            if self._line is None:
                self._line, self._greeted = line, False
                self._greet_by = time.monotonic() + GREETS_WITHIN
                return
            in_use = DeviceFault(
                "Another program lights this strip: end it, and this one takes over by itself."
            )
            with line:
                line.send(answer(in_use))

    def _serve(self, line: socket.socket) -> None:
        """Answer the next packet. Disconnect a program that says goodbye, breaks the protocol, or
        does not read its answers."""
        try:
            packet = line.recv(LONGEST_PACKET + 1)
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
        """Open the strip for frames of *size*; a no-op if it is open for that size."""
        if self._size != size:
            self._go_dark()
        self._device, self._size = self._device or self._open_device(size), size

    def _show(self, wire: bytes) -> None:
        if self._device:
            self._device.show(wire)

    def _go_dark(self) -> None:
        """Put the lights out and close the strip, ignoring errors."""
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
"""Backlog of programs that wait to be accepted."""
FIRST_HANDED: Final = 3
"""The descriptor of the first socket that systemd hands over: sd_listen_fds(3)."""


def handed_over(environ: MutableMapping[str, str]) -> socket.socket | None:
    """Return the listening socket that systemd passed to this process, or None. Removes its
    variables from *environ*."""
    process, count = environ.pop("LISTEN_PID", ""), environ.pop("LISTEN_FDS", "")
    environ.pop("LISTEN_FDNAMES", None)
    if process != str(os.getpid()) or count != "1":
        return None
    os.set_inheritable(FIRST_HANDED, False)
    return socket.socket(fileno=FIRST_HANDED)


@contextmanager
def listening(path: Path, group: str = "", default: str = GROUP) -> Iterator[socket.socket]:
    """Context manager: listens at *path* for the programs of *group*, and removes the socket.

    If no group is named, root's helper is for the *default* one if there is one, and any other
    helper for the group of its user. Raises DeviceFault.
    """
    name = group or (default if os.geteuid() == 0 else "")
    try:
        owner = grp.getgrnam(name).gr_gid if name else os.getegid()
    except KeyError:
        raise DeviceFault(
            "There is no group {group} whose programs could use the lamp: "
            "sudo groupadd --system {group} makes it.",
            group=name,
        ) from None
    with _alone(path), socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        try:
            if path.is_socket():
                path.unlink()  # Left by a helper that was killed.
            listener.bind(str(path))
            path.chmod(FOR_THE_GROUP)  # Before it listens, so that there is no race.
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
    """Hold the lock of *path*, which the kernel releases when the process ends."""
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
                "A lamp process is running already at {socket}; one is enough.", socket=str(path)
            ) from None
        yield
    finally:
        os.close(file)


def _cannot_listen(path: Path, fault: OSError) -> DeviceFault:
    if fault.errno == errno.ENOENT:
        return DeviceFault(
            "There is no folder {folder} for the lamp’s socket: systemd makes it with "
            "sudo systemctl start cribble-lamp, or make it with "
            "sudo install -d -m 0750 -g {group} {folder}.",
            folder=str(path.parent),
            group=GROUP,
        )
    sentence = en("The lamp cannot listen at {socket} ({reason}).")
    return DeviceFault(sentence, socket=str(path), reason=fault.strerror or str(fault))
