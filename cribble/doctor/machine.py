"""A machine as a folder of files, and its user, ports and controllers, which no file names.

The checks see nothing else, so that a few files in a folder are as good as any machine.
"""

import os
import pwd
import socket
import sys
import sysconfig
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from grp import getgrgid
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import disk_usage
from stat import S_IMODE
from typing import Final, NamedTuple

from cribble.doctor.wled_client import Wled, wled_at
from cribble.system.clock import is_set
from firmware_bridge.link.inbound import Greeting
from firmware_bridge.serial.serial_transport import greeting_at, plugged_in
from mqtt.broker import Broker
from mqtt.probe import BrokerAnswer, probe
from scorekeeper.journal import find_trouble
from scorekeeper.words import Fault


class Node(NamedTuple):
    """A file under /dev or /run: its group, its permissions, and whether this user may write."""

    group: str
    mode: int
    open: bool

    @property
    def for_group(self) -> bool:
        """True if everybody in its group may write to it."""
        return bool(self.mode & 0o020)


class User(NamedTuple):
    """The user of this program, and the groups that it runs with."""

    name: str
    root: bool
    groups: frozenset[str]


@dataclass(frozen=True)
class Machine:
    """A machine to look at. *root* is the folder of its files.

    ``node``: a device or socket, if it is there. ``version``: of a Python library, if it can be
    imported. ``answers``: whether somebody listens at a socket. ``space``: bytes that this user has
    free in a folder; OSError where it cannot be written. ``wled``: what the controller at an
    address says of itself; OSError or ValueError where none is. ``ports``: where a microcontroller
    may be, or the one port that is named, if that is there. ``board``: what the microcontroller at
    a port says of itself at so many baud; TimeoutError where none answers, or OSError. ``journal``:
    what is wrong with a journal or its backup. ``environment``: the folder of Python's libraries
    that this program runs in. ``headers``: where Python's own header files belong. ``now``: seconds
    as files are dated by. ``clock_is_set``: whether that clock is known to be right. ``broker``:
    what a broker answers to a word at a topic; OSError where none is.
    """

    root: Path
    user: User
    node: Callable[[str], Node | None]
    version: Callable[[str], str | None]
    answers: Callable[[str], bool]
    space: Callable[[Path], int]
    wled: Callable[[str], Wled]
    ports: Callable[[str], Sequence[str]]
    board: Callable[[str, int], Greeting]
    journal: Callable[[Path], Fault | None] = lambda _: None
    environment: str = ".venv"
    headers: str = "/usr/include/python3"
    now: Callable[[], float] = time.time
    clock_is_set: Callable[[], bool] = lambda: True
    broker: Callable[[Broker, str], BrokerAnswer] = lambda broker, topic: BrokerAnswer()

    def text(self, path: str) -> str | None:
        """Return the text of a file; None where it is not there or closed to this user."""
        raw = self.raw(path)
        return None if raw is None else raw.decode("utf-8", "replace").rstrip("\0\n")

    def raw(self, path: str) -> bytes | None:
        """The bytes of a file; None where it is not there or closed to this user."""
        with suppress(OSError):
            return (self.root / path.lstrip("/")).read_bytes()
        return None

    def ran_since(self, path: str) -> bool:
        """True if this machine was started after the file at *path* was last written."""
        with suppress(OSError, ValueError, IndexError):
            age = self.now() - (self.root / path.lstrip("/")).stat().st_mtime
            return float((self.text("/proc/uptime") or "").split()[0]) < age
        return False

    def matching(self, pattern: str) -> tuple[str, ...]:
        """The paths that a pattern matches, in order."""
        found = sorted(self.root.glob(pattern.lstrip("/")))
        return tuple(f"/{path.relative_to(self.root)}" for path in found)


def this_machine() -> Machine:
    """The one that this program runs on."""
    return Machine(
        Path("/"),
        _user(),
        _node,
        _version,
        _answers,
        _space,
        wled_at,
        lambda at: plugged_in(at)(),
        greeting_at,
        find_trouble,
        environment=sys.prefix,
        headers=sysconfig.get_path("include"),
        clock_is_set=is_set,
        broker=probe,
    )


def _user() -> User:
    uid = os.geteuid()
    groups = {_group(gid) for gid in (*os.getgroups(), os.getegid())}
    with suppress(KeyError):
        return User(pwd.getpwuid(uid).pw_name, uid == 0, frozenset(groups))
    return User(str(uid), uid == 0, frozenset(groups))


def _group(gid: int) -> str:
    with suppress(KeyError):
        return getgrgid(gid).gr_name
    return str(gid)


def _node(path: str) -> Node | None:
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return Node(_group(found.st_gid), S_IMODE(found.st_mode), os.access(path, os.R_OK | os.W_OK))


def _version(library: str) -> str | None:
    try:
        import_module(library)
        return version(library)
    except (ImportError, PackageNotFoundError):
        return None


SOCKET_SECONDS: Final = 2.0


def _answers(path: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(SOCKET_SECONDS)
        with suppress(OSError):
            line.connect(path)
            return True
    return False


def _space(folder: Path) -> int:
    """The bytes free in *folder*, or in the one that it will be made in."""
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if not there.is_dir():
        raise NotADirectoryError
    if not os.access(there, os.W_OK | os.X_OK):
        raise PermissionError
    return disk_usage(there).free
