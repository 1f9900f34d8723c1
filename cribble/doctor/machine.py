"""The machine that is checked, a Raspberry Pi or not, and the plan: what the config has it do.

Checks see nothing else, so that a few files in a folder make a machine for a test.
"""

import os
import pwd
import re
import socket
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from grp import getgrgid
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shlex import quote
from shutil import disk_usage
from stat import S_IMODE
from typing import Final, NamedTuple

from msgspec.structs import replace

from cribble.boards import board_of, crowded_holes, shape_of
from cribble.cli.overrides import ActiveConfig
from cribble.config.schema import MqttConfig
from cribble.devices.connections import (
    PinClash,
    PinUse,
    clashes,
    display_in_terminal,
    keypad_wiring,
    pins_asked,
    pins_taken,
    power_of,
    serial_key,
    shares_port,
    strip_wiring,
)
from cribble.doctor.wled_client import Wled, wled_at
from cribble.serve.app import table_name
from cribble.system.process import is_set
from firmware_bridge.link import Greeting
from firmware_bridge.serial_ports import greeting_at, plugged_in
from hardware.keypads.keypad import KeypadWiring
from hardware.strips.strip import StripWiring
from mqtt.broker import Broker
from mqtt.client import BrokerAnswer, probe
from scorekeeper.board.light import Power
from scorekeeper.board.wiring import BadlyWired
from scorekeeper.journal import find_trouble
from scorekeeper.words import Fault

SLOW_CORE: Final = ("core_freq=250",)
FAST_CORE: Final = ("core_freq=500", "core_freq_min=500")


class Pi(NamedTuple):
    """A Raspberry Pi by the name of its ``model``.

    ``filters``: the headings in config.txt that apply to it. ``rp1``: the pins are on a chip of
    their own (Pi 5), which rpi_ws281x does not know and ws2812-pio needs. ``core``: the lines of
    config.txt that hold the clock of the core, and with it the speed of SPI; none if the core has
    its lowest speed anyway or SPI has a clock of its own.
    """

    model: str
    filters: frozenset[str]
    rp1: bool = False
    core: tuple[str, ...] = ()

    @property
    def is_known_to_rpi_ws281x(self) -> bool:
        """True if version 5 of that library lists this model."""
        return not self.rp1 and "cm0" not in self.filters

    @property
    def pauses(self) -> bool:
        """True if SPI by DMA is low for a bit between two bytes (Pi 4 and 5)."""
        return self.rp1 or self.core == FAST_CORE


MODELS: Final = (
    Pi(r"Zero 2", frozenset({"pi0", "pi0w", "pi02"}), core=SLOW_CORE),
    Pi(r"Zero W", frozenset({"pi0", "pi0w"}), core=SLOW_CORE),
    Pi(r"Zero", frozenset({"pi0"}), core=SLOW_CORE),
    Pi(r"Module 0", frozenset({"cm0"}), core=SLOW_CORE),
    Pi(r"Module 5", frozenset({"pi5", "cm5"}), rp1=True),
    Pi(r"Pi 500", frozenset({"pi5", "pi500"}), rp1=True),
    Pi(r"Pi 5\b", frozenset({"pi5"}), rp1=True),
    Pi(r"Module 4S", frozenset({"pi4", "cm4s"}), core=FAST_CORE),
    Pi(r"Module 4", frozenset({"pi4", "cm4"}), core=FAST_CORE),
    Pi(r"Pi 400", frozenset({"pi4", "pi400"}), core=FAST_CORE),
    Pi(r"Pi 4\b", frozenset({"pi4"}), core=FAST_CORE),
    Pi(r"Pi 3.*Plus|Module 3 Plus", frozenset({"pi3", "pi3+", "cm3+"}), core=SLOW_CORE),
    Pi(r"Pi 3|Module 3", frozenset({"pi3", "cm3"}), core=SLOW_CORE),
    Pi(r"Pi 2", frozenset({"pi2"})),
    Pi(r"", frozenset({"pi1", "cm1"})),
)
"""The first row whose ``model``, a pattern, is in the name of a model is its row."""


BOOT_FOLDERS: Final = ("/boot/firmware", "/boot")
"""Raspberry Pi OS has config.txt in the first since Bookworm, before that in the second."""


class BootFiles(NamedTuple):
    """The paths of config.txt and cmdline.txt; the lines of the first that apply to this model,
    and the parameters (dtparam) and overlays (dtoverlay) that they switch on."""

    config: str
    cmdline: str
    lines: tuple[str, ...]

    @property
    def params(self) -> dict[str, str]:
        return dict(_pairs(self._after("dtparam=")))

    @property
    def overlays(self) -> dict[str, dict[str, str]]:
        overlays = (value.split(",") for value in self._after("dtoverlay="))
        return {name: dict(_pairs(given)) for name, *given in overlays}

    def _after(self, lead: str) -> Iterator[str]:
        return (line.removeprefix(lead) for line in self.lines if line.startswith(lead))


def _pairs(values: Iterable[str]) -> Iterator[tuple[str, str]]:
    for value in values:
        for pair in value.split(","):
            name, _, set_to = pair.partition("=")
            yield name.strip(), set_to.strip() or "on"


class Node(NamedTuple):
    """A device or socket: its group, its permissions, and whether this user may write to it."""

    group: str
    mode: int
    open: bool

    @property
    def for_group(self) -> bool:
        return bool(self.mode & 0o020)


class User(NamedTuple):
    """The user of this program."""

    name: str
    root: bool


@dataclass(frozen=True)
class Machine:
    """A machine whose files are beneath *root*, and its *user*.

    ``node``: a device or socket, if it exists. ``version``: of a Python library, if it can be
    imported. ``answers``: whether a program listens at a socket. ``space``: bytes free for this
    user in a folder; OSError if it cannot be written. ``wled``: the controller at an address;
    OSError or ValueError if there is none. ``ports``: the serial ports, or the named one if it
    exists. ``board``: the greeting of the microcontroller at a port and baud rate; TimeoutError if
    none answers, or OSError. ``journal``: the fault of a journal or its backup. ``environment``:
    the Python environment of this program. ``headers``: the folder of Python's header files.
    ``now``: the time in seconds. ``clock_is_set``: whether it is known to be right. ``broker``:
    the answer of a broker to a message at a topic; OSError if there is none.
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
        """Return the text of a file; None if it does not exist or is closed to this user."""
        raw = self.raw(path)
        return None if raw is None else raw.decode("utf-8", "replace").rstrip("\0\n")

    def raw(self, path: str) -> bytes | None:
        """Return the bytes of a file; None if it does not exist or is closed to this user."""
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
        paths = sorted(self.root.glob(pattern.lstrip("/")))
        return tuple(f"/{path.relative_to(self.root)}" for path in paths)

    @property
    def pi(self) -> Pi | None:
        model = self.text("/proc/device-tree/model") or ""
        if not model.startswith("Raspberry Pi"):
            return None
        return next(row for row in MODELS if re.search(row.model, model))._replace(model=model)

    @property
    def boot(self) -> BootFiles:
        pi = self.pi
        assert pi
        texts = {folder: self.text(f"{folder}/config.txt") for folder in BOOT_FOLDERS}
        folder = next((there for there in texts if texts[there] is not None), BOOT_FOLDERS[0])
        lines, applies = list[str](), True
        for line in (line.split("#")[0].strip() for line in (texts[folder] or "").splitlines()):
            if heading := re.fullmatch(r"\[(.+)\]", line):
                applies = heading[1].lower() in {"all", *pi.filters}
            elif line and applies:
                lines.append(line)
        return BootFiles(f"{folder}/config.txt", f"{folder}/cmdline.txt", tuple(lines))


SOCKET_SECONDS: Final = 2.0


def this_machine() -> Machine:
    uid = os.geteuid()
    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        name = str(uid)
    return Machine(
        Path("/"),
        User(name, uid == 0),
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


def _node(path: str) -> Node | None:
    try:
        stat = Path(path).stat()
    except OSError:
        return None
    group = str(stat.st_gid)
    with suppress(KeyError):
        group = getgrgid(stat.st_gid).gr_name
    return Node(group, S_IMODE(stat.st_mode), os.access(path, os.R_OK | os.W_OK))


def _version(library: str) -> str | None:
    try:
        import_module(library)
        return version(library)
    except (ImportError, PackageNotFoundError):
        return None


def _answers(path: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
        line.settimeout(SOCKET_SECONDS)
        with suppress(OSError):
            line.connect(path)
            return True
    return False


def _space(folder: Path) -> int:
    """Return the bytes free in *folder*, or in the existing one that it will be made in."""
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not existing.is_dir():
        raise NotADirectoryError
    if not os.access(existing, os.W_OK | os.X_OK):
        raise PermissionError
    return disk_usage(existing).free


class PlannedKeypad(NamedTuple):
    """The keypad called ``name`` and its wiring; ``shares_strip_port`` if it is behind the strip's
    own microcontroller."""

    name: str
    wires: KeypadWiring = KeypadWiring()
    shares_strip_port: bool = False


class Plan(NamedTuple):
    """The devices of a config, and its faults on any machine.

    The strip called ``strip`` with its wiring, for a board of ``pixels`` lights and a supply of
    ``power``; the journal in the folder ``data``; the file ``config``. ``faults``: of the board; it
    has no pixels then. ``pins``: of ``keypads`` and buzzer, and those used ``twice``. ``serial``:
    the key that puts a board at the Pi's serial pins. ``readout``: the chip of the display.
    ``crowded``: the holes are too close for the lights. ``own_wifi``: on, off or auto.
    ``unusable``: the fault of the config, if the fallback is in use. ``broker``: it and the name
    of the table there.
    """

    strip: str
    wires: StripWiring
    pixels: int
    power: Power
    data: Path
    config: Path | None = None
    faults: tuple[Fault, ...] = ()
    keypads: tuple[PlannedKeypad, ...] = ()
    pins: tuple[PinUse, ...] = ()
    twice: tuple[PinClash, ...] = ()
    serial: str = ""
    readout: str = ""
    crowded: Fault | None = None
    own_wifi: str = "off"
    broker: MqttConfig = MqttConfig()
    unusable: Fault | None = None

    def command(self, words: str) -> str:
        option = f" --config {quote(str(self.config))}" if self.config else ""
        return f".venv/bin/cribble {words}{option}"


def plan_of(active: ActiveConfig) -> Plan:
    """Return the plan of a config. Raises Fault if this user has no home for the journal."""
    config, strip = active.config, active.config.strip
    pixels, faults, crowded = 0, tuple[Fault, ...](), None
    try:
        pixels = board_of(config).pixels
    except BadlyWired as fault:
        faults = tuple(wrong.message for wrong in fault.faults)
    except Fault as fault:
        faults = (fault,)
    with suppress(Fault):  # Of a shape that cannot be, which is among the faults.
        crowded = crowded_holes(config, shape_of(config))
    return Plan(
        strip=strip.name,
        wires=strip_wiring(strip),
        pixels=pixels,
        power=power_of(strip),
        data=active.data,
        config=active.file,
        faults=faults,
        keypads=tuple(
            PlannedKeypad(keypad.name, keypad_wiring(keypad, strip), shares_port(keypad, strip))
            for keypad in config.keypads
            if keypad.name
        ),
        pins=tuple(pins_asked(config)),
        twice=tuple(clashes([*pins_taken(config), *pins_asked(config)])),
        serial=serial_key(config) or "",
        crowded=crowded,
        own_wifi=config.own_wifi,
        broker=replace(config.mqtt, table=table_name(config.mqtt)),
        unusable=active.fault,
        readout="" if display_in_terminal(config) else config.readout.name,
    )
