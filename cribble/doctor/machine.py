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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from grp import getgrgid
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shlex import quote
from shutil import disk_usage
from stat import S_IMODE
from typing import Final, NamedTuple

from cribble.boards import board_of
from cribble.cli.overrides import ActiveConfig
from cribble.config.schema import Config
from cribble.devices.connections import strip_wiring
from cribble.doctor.wled_client import wled_at
from cribble.system.process import is_set
from firmware_bridge.serial_ports import greeting_at, plugged_in
from hardware.strips.strip import StripWiring
from mqtt.client import probe
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


SOCKET_SECONDS: Final = 2.0

ANYWHERE: Final = ("ddp", "microcontroller", "terminal", "browser", "simulated", "capture", "null")
CAN: Final[Mapping[str, Callable[[Pi | None], bool]]] = {
    "ws281x": lambda pi: pi is not None and pi.is_known_to_rpi_ws281x,
    "leds0": lambda pi: pi is not None and pi.rp1,
    "spi": lambda pi: pi is not None,
    **dict.fromkeys(ANYWHERE, lambda pi: True),
}
"""Whether a machine can light a strip, by the strip's name."""


class Machine:
    """The machine that this program runs on, with its files beneath *root*.

    ``environment`` is the Python environment of this program, ``headers`` the folder of Python's
    header files.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root
        self.is_root = os.geteuid() == 0
        self.environment, self.headers = sys.prefix, sysconfig.get_path("include")

    @property
    def user(self) -> str:
        """The name of this program's user."""
        try:
            return pwd.getpwuid(os.geteuid()).pw_name
        except KeyError:
            return str(os.geteuid())

    def node(self, path: str) -> Node | None:
        """Return a device or socket, if it exists."""
        try:
            stat = Path(path).stat()
        except OSError:
            return None
        group = str(stat.st_gid)
        with suppress(KeyError):
            group = getgrgid(stat.st_gid).gr_name
        return Node(group, S_IMODE(stat.st_mode), os.access(path, os.R_OK | os.W_OK))

    def version(self, library: str) -> str | None:
        """Return the version of a Python library, if it can be imported."""
        try:
            import_module(library)
            return version(library)
        except (ImportError, PackageNotFoundError):
            return None

    def answers(self, path: str) -> bool:
        """True if a program listens at the socket at *path*."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
            line.settimeout(SOCKET_SECONDS)
            with suppress(OSError):
                line.connect(path)
                return True
        return False

    def space(self, folder: Path) -> int:
        """Return the bytes free in *folder*, which may be missing yet. Raises OSError if it is
        closed."""
        existing = next(path for path in (folder, *folder.parents) if path.exists())
        if not existing.is_dir():
            raise NotADirectoryError
        if not os.access(existing, os.W_OK | os.X_OK):
            raise PermissionError
        return disk_usage(existing).free

    wled = staticmethod(wled_at)
    board = staticmethod(greeting_at)
    broker = staticmethod(probe)
    journal_fault = staticmethod(find_trouble)

    def ports(self, at: str) -> Sequence[str]:
        """Return the serial ports, or the one named *at* if it exists."""
        return plugged_in(at)()

    @property
    def clock_is_set(self) -> bool:
        """True if the clock is known to be right."""
        return is_set()

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
            age = time.time() - (self.root / path.lstrip("/")).stat().st_mtime
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

    @property
    def lights(self) -> tuple[str, ...]:
        """The strips that this machine can light."""
        return tuple(strip for strip, can in CAN.items() if can(self.pi))


class Plan(NamedTuple):
    """The config in use, whose board has so many ``pixels``: none if it has ``faults``."""

    active: ActiveConfig
    pixels: int
    faults: tuple[Fault, ...] = ()

    @property
    def config(self) -> Config:
        return self.active.config

    @property
    def strip(self) -> str:
        return self.config.strip.name

    @property
    def wires(self) -> StripWiring:
        return strip_wiring(self.config.strip)

    def command(self, words: str) -> str:
        """Return the line that runs the command *words* with this config."""
        file = self.active.file
        option = f" --config {quote(str(file))}" if file else ""
        return f".venv/bin/cribble {words}{option}"


def plan_of(active: ActiveConfig) -> Plan:
    """Return the plan of a config, with the faults of its board on any machine."""
    try:
        return Plan(active, board_of(active.config).pixels)
    except BadlyWired as fault:
        return Plan(active, 0, tuple(wrong.message for wrong in fault.faults))
    except Fault as fault:
        return Plan(active, 0, (fault,))
