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
"""Seconds between two looks at whether it is to stop."""
GREETS_WITHIN: Final = 1.0
"""Timeout in seconds for a program's hello, so that no silent one holds the PWM helper."""


class OutputDevice(Protocol):
    """Anything that shows frames, and raises OSError if it cannot."""

    def show(self, wire: bytes) -> None:
        """Show a whole frame, as it goes on the *wire*."""

    def close(self) -> None:
        """Release the device; the picture stays if it can."""


OpenDevice: TypeAlias = Callable[[Size], OutputDevice]
"""Opens a device for frames of a size. Raises DeviceFault."""


class StripHolder:
    """The strip of the helper: *open_device* opens it when a program needs it, and again after a
    DeviceFault, the only fault that it raises."""

    def __init__(self, open_device: OpenDevice) -> None:
        self._open_device = open_device
        self._device: OutputDevice | None = None
        self._size = Size(0)

    def open(self, size: Size) -> None:
        """Open the strip for frames of *size*; a no-op if it is open for that size."""
        if self._device and self._size != size:
            self.go_dark()
        with _as_device_faults():
            self._device = self._device or self._open_device(size)
        self._size = size

    def show(self, wire: bytes) -> None:
        """Show a whole frame, as it goes on the *wire*. Raises WrongPacket if the strip is
        closed."""
        if self._device is None:
            raise WrongPacket("a frame after goodbye")
        try:
            with _as_device_faults():
                self._device.show(wire)
        except DeviceFault:
            self._close()
            raise

    def go_dark(self) -> None:
        """Put the lights out and close the strip, ignoring errors."""
        if self._device:
            with suppress(DeviceFault):
                self.show(bytes(self._size.length))
        self._close()

    def _close(self) -> None:
        if self._device:
            with suppress(OSError):
                self._device.close()
        self._device = None


@contextmanager
def _as_device_faults() -> Iterator[None]:
    """Translate other OSErrors into DeviceFault."""
    try:
        yield
    except DeviceFault:
        raise
    except OSError as fault:
        raise DeviceFault(
            "The lamp process cannot light the strip ({reason}): it is tried again.",
            reason=fault.strerror or str(fault),
        ) from fault


class TextDevice:
    """Writes each frame to the end of *path*: a line, with as many bytes for every pixel as *size*
    says, in the order in which they go on the wire."""

    def __init__(self, path: Path, size: Size) -> None:
        self._file, self._width = path.open("a", encoding="ascii"), size.width

    def show(self, wire: bytes) -> None:
        """Write the whole frame."""
        self._file.write(wire.hex(" ", self._width) + "\n")
        self._file.flush()

    def close(self) -> None:
        """The lines stay."""
        self._file.close()


class Client:
    """The program at the other end of *line*; its ``size`` is that of its frames, once it said
    hello."""

    def __init__(self, line: socket.socket) -> None:
        line.setblocking(False)
        self.line = line
        self.since = time.monotonic()
        self.size: Size | None = None


class PwmHelper:
    """Shows on what *open_device* opens. One thread does it all."""

    def __init__(self, listener: socket.socket, open_device: OpenDevice) -> None:
        self._listener, self._strip = listener, StripHolder(open_device)
        self._client: Client | None = None

    def run(self, stop: Event) -> None:
        """Serve programs, one after the other, until *stop*; then go dark."""
        self._listener.setblocking(False)
        try:
            while not stop.is_set():
                self._turn()
        finally:
            self._leave()
            self._strip.go_dark()

    def _turn(self) -> None:
        """Wait for a packet or a new program, the connected program first."""
        client = self._client
        with selectors.DefaultSelector() as ready:
            ready.register(self._listener, selectors.EVENT_READ)
            if client:
                ready.register(client.line, selectors.EVENT_READ)
            lines = {key.fileobj for key, _ in ready.select(LOOK_UP)}
        if client and client.line in lines:
            self._read(client)
        elif client and not client.size and time.monotonic() - client.since > GREETS_WITHIN:
            self._leave()
        if self._listener in lines:
            self._greet()

    def _greet(self) -> None:
        """Connect a program, or refuse it if another one is connected."""
        with suppress(OSError):
            line, _ = self._listener.accept()
            if self._client is None:
                self._client = Client(line)
                return
            taken = DeviceFault(
                "Another program lights this strip: end it, and this one takes over by itself."
            )
            with line:
                line.setblocking(False)
                line.send(answer(taken))

    def _read(self, client: Client) -> None:
        """Do what the next packet asks for, and answer it. Disconnect a program that says goodbye,
        is wrong, or does not read its answers."""
        try:
            packet = client.line.recv(LONGEST_PACKET + 1)
            if client.size is None:
                client.size = size_in(packet)
                self._strip.open(client.size)
            elif packet == GOODBYE:
                self._strip.go_dark()
                self._leave()
                return
            else:
                self._strip.show(wire_in(packet, client.size))
            client.line.send(answer())
        except DeviceFault as fault:
            with suppress(OSError):
                client.line.send(answer(fault))
            self._leave()
        except (OSError, WrongPacket):
            self._leave()

    def _leave(self) -> None:
        if self._client:
            self._client.line.close()
        self._client = None


GROUP: Final = "cribble"
FOR_THE_GROUP: Final = 0o660
WAITING: Final = 4
"""Programs that may wait to be let in."""
FIRST_HANDED: Final = 3
"""The descriptor of the first socket that systemd hands over: sd_listen_fds(3)."""


def handed_over(environ: MutableMapping[str, str]) -> socket.socket | None:
    """Return the socket that systemd made and listens at, or None; *environ* says so for this
    process alone, and is cleared of it."""
    process, count = environ.pop("LISTEN_PID", ""), environ.pop("LISTEN_FDS", "")
    environ.pop("LISTEN_FDNAMES", None)
    if process != str(os.getpid()) or count != "1":
        return None
    os.set_inheritable(FIRST_HANDED, False)
    return socket.socket(fileno=FIRST_HANDED)


@contextmanager
def listening(path: Path, group: str = "", default: str = GROUP) -> Iterator[socket.socket]:
    """A socket at *path* for the programs of *group*, taken away at the end.

    If no group is named, root's helper is for the *default* one if there is one, and any other
    helper for the group of its user. Raises DeviceFault.
    """
    chosen = _group(group or (default if os.geteuid() == 0 else ""))
    with _alone(path), socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        try:
            if path.is_socket():
                path.unlink()  # Left by a helper that was killed.
            listener.bind(str(path))
            path.chmod(FOR_THE_GROUP)  # Before it listens, so that there is no race.
            os.chown(path, -1, chosen)
        except OSError as fault:
            raise _cannot_listen(path, fault) from fault
        listener.listen(WAITING)
        try:
            yield listener
        finally:
            path.unlink(missing_ok=True)


def _group(name: str) -> int:
    try:
        return grp.getgrnam(name).gr_gid if name else os.getegid()
    except KeyError:
        raise DeviceFault(
            "There is no group {group} whose programs could use the lamp: "
            "sudo groupadd --system {group} makes it.",
            group=name,
        ) from None


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the lock of *path*; it ends with its process, however that ends."""
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
