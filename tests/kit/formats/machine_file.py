"""Machines as text: the files that the doctor reads, concatenated.

They are not copied from real machines, but follow the documentation of Raspberry Pi OS and its
kernel. A section is ``== path`` and the file's content, with ``hex`` before bytes; the section
``nodes`` lists devices and sockets like ``ls -l``, with their group.
"""

import os
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from stat import filemode
from time import time
from types import MappingProxyType
from typing import Final, TypeVar

from cribble.doctor.machine import Machine, Node
from cribble.doctor.wled_client import Wled
from firmware_bridge.link import Greeting
from mqtt.client import BrokerAnswer
from scorekeeper.words import Fault
from tests.kit.paths import DATA

MACHINES: Final = DATA / "machines"
SECTION: Final = re.compile(r"^== (\S+)\n((?:(?!== ).*\n)*)", re.MULTILINE)
MODES: Final = MappingProxyType({filemode(mode)[1:]: mode for mode in range(0o1000)})
ANN: Final = "ann"
GROUPS: Final = frozenset({"ann", "spi"})
"""The user's groups."""
ENVIRONMENT: Final = "/opt/cribble/.venv"
HEADERS: Final = "/usr/include/python3.11"
SPACE: Final = 20_000 << 20
NOBODY: Final = TimeoutError("timed out")
SILENT: Final = TimeoutError("no answer")
Given = TypeVar("Given")


def machine(
    name: str,
    root: Path,
    *,
    user: str = ANN,
    groups: Collection[str] = GROUPS,
    libraries: Mapping[str, str] = MappingProxyType({}),
    answering: bool = True,
    wled: Wled | Exception = NOBODY,
    ports: Mapping[str, Greeting | Exception] = MappingProxyType({}),
    space: int | OSError = SPACE,
    journal: Fault | None = None,
    later: float = 0.0,
    clock_is_set: bool = True,
    broker: BrokerAnswer | Exception = SILENT,
    also: str = "",
) -> Machine:
    """Return the machine called *name*, with its files in *root* and the sections *also*."""
    sections = dict(SECTION.findall((MACHINES / f"{name}.txt").read_text(encoding="utf-8") + also))
    nodes = dict(_nodes(sections.pop("nodes", ""), user, groups))
    for path, text in sections.items():
        file = root / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_bytes(path, text))
        os.utime(file, (time() - later,) * 2)

    class Patient(Machine):
        user = clock_is_set = None

    patient = Patient(root)
    vars(patient).update(
        user=user,
        is_root=user == "root",
        node=nodes.get,
        version=dict(libraries).get,
        answers=lambda _: answering,
        space=lambda _: _given(space),
        wled=lambda _: _given(wled),
        ports=lambda at: [port for port in ports if at in ("", port)],
        greeting=lambda port, baud: _given(ports[port]),
        journal_fault=lambda _: journal,
        environment=ENVIRONMENT,
        headers=HEADERS,
        clock_is_set=clock_is_set,
        broker=lambda _, topic: _given(broker),
    )
    return patient


def _bytes(path: str, text: str) -> bytes:
    if text.startswith("hex "):
        return bytes.fromhex(text.removeprefix("hex "))
    return text.encode() if not path.startswith("/proc/device-tree") else text[:-1].encode() + b"\0"


def _nodes(listing: str, user: str, groups: Collection[str]) -> Iterator[tuple[str, Node]]:
    for line in listing.splitlines():
        bits, group, path = line.split()
        mode = MODES[bits[1:]]
        mine = user == "root" or (mode & 0o020 and group in groups) or mode & 0o002
        yield path, Node(group, mode, bool(mine))


def _given(given: Given | Exception) -> Given:
    if isinstance(given, Exception):
        raise given
    return given
