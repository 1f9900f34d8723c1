"""The PWM helper's socket: one helper listens at it, and the programs of one group may find it.

systemd may have made it already, and starts the helper when the first program comes.
"""

import errno
import fcntl
import grp
import os
import socket
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from scorekeeper.device import DeviceFault
from scorekeeper.words import en

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

    Where no group is named, root's helper is for the *default* one, and anybody else's for
    their own; so is root's where there is no default. Raises DeviceFault.
    """
    chosen = _group(group or (default if os.geteuid() == 0 else ""))
    with _alone(path), socket.socket(socket.AF_UNIX) as listener:
        try:
            if path.is_socket():
                path.unlink()  # Left by a helper that was killed.
            listener.bind(str(path))
            path.chmod(FOR_THE_GROUP)  # Before anybody can come in: nothing listens yet.
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
    """Nobody else listens at *path* meanwhile; the lock ends with its holder, however that ends."""
    lock = path.with_name(f"{path.name}.lock")
    try:
        file = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as fault:
        raise _cannot_listen(path, fault) from fault
    try:
        _lock(file, path)
        yield
    finally:
        os.close(file)


def _lock(file: int, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DeviceFault(
            "A lamp process is running already at {socket}; one is enough.", socket=str(path)
        ) from None


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
