"""The machine to check and the plan, that is, the config in use.

Checks access nothing else, so tests can use a folder with a few files as the machine.
"""

import os
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
from itertools import product
from pathlib import Path
from shlex import quote
from shutil import disk_usage
from stat import S_IMODE
from typing import Final, NamedTuple

from cribble.boards import board_of
from cribble.cli.overrides import ActiveConfig
from cribble.config.schema import Config
from cribble.devices import STRIPS
from cribble.devices.connections import strip_wiring
from cribble.doctor.wled_client import wled_at
from cribble.folders import is_packaged
from cribble.system.process import is_set
from firmware_bridge.serial_ports import greeting_at, plugged_in
from hardware.device import current_user
from hardware.drivers import Needs
from hardware.strips.strip import StripWiring
from mqtt.client import probe
from scorekeeper.board.wiring import BadlyWired
from scorekeeper.journal import find_trouble
from scorekeeper.words import Fault

SLOW_CORE: Final = ("core_freq=250",)
FAST_CORE: Final = ("core_freq=500", "core_freq_min=500")


class Pi(NamedTuple):
    """A Raspberry Pi model.

    ``model``: a regular expression, or the full name. ``filters``: config.txt sections that apply.
    ``rp1``: GPIO is on the RP1 chip (Pi 5), which rpi_ws281x does not support and ws2812-pio
    requires. ``core``: config.txt lines that fix the core clock, from which the SPI clock is
    derived; empty if not needed.
    """

    model: str
    filters: frozenset[str]
    rp1: bool = False
    core: tuple[str, ...] = ()

    @property
    def is_known_to_rpi_ws281x(self) -> bool:
        """True if version 5 of rpi_ws281x supports this model."""
        return not self.rp1 and "cm0" not in self.filters

    @property
    def pauses(self) -> bool:
        """True if SPI with DMA is low for one bit between bytes (Pi 4 and 5)."""
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
"""Raspberry Pi models; the first match is used."""


BOOT_FOLDERS: Final = ("/boot/firmware", "/boot")
"""Folders of config.txt on Raspberry Pi OS: since Bookworm, and in earlier releases."""


class BootFiles(NamedTuple):
    """Paths of config.txt and cmdline.txt, and the ``lines`` of the first that apply to this
    model."""

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
    """A device or socket: group, permission bits, and whether this user can write to it."""

    group: str
    mode: int
    open: bool

    @property
    def for_group(self) -> bool:
        return bool(self.mode & 0o020)


SOCKET_SECONDS: Final = 2.0

CAN: Final[Mapping[Needs, Callable[[Pi | None], bool]]] = {
    "rpi_ws281x": lambda pi: pi is not None and pi.is_known_to_rpi_ws281x,
    "rp1": lambda pi: pi is not None and pi.rp1,
    "pi": lambda pi: pi is not None,
    "": lambda pi: True,
}
"""Tests of a Pi model (None: not a Pi) by the ``needs`` of a strip driver, strictest first."""


MAILBOX: Final = "/dev/vcio"
"""The firmware's mailbox, which rpi_ws281x requires; not present with Debian's own kernel."""


class Machine:
    """The machine that runs this program; files are read beneath *root*.

    ``environment``: prefix of the Python environment. ``headers``: folder of Python.h.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root
        self.is_root = os.geteuid() == 0
        self.environment, self.headers = sys.prefix, sysconfig.get_path("include")

    @property
    def user(self) -> str:
        """The name of the effective user."""
        return current_user()

    def node(self, path: str) -> Node | None:
        """Return the device or socket at *path*, or None."""
        try:
            stat = Path(path).stat()
        except OSError:
            return None
        group = str(stat.st_gid)
        with suppress(KeyError):
            group = getgrgid(stat.st_gid).gr_name
        return Node(group, S_IMODE(stat.st_mode), os.access(path, os.R_OK | os.W_OK))

    def version(self, library: str) -> str | None:
        """Return the version of a Python library, or None if it cannot be imported."""
        try:
            import_module(library)
            return version(library)
        except (ImportError, PackageNotFoundError):
            return None

    def answers(self, path: str) -> bool:
        """Return whether a program is listening on the Unix socket at *path*."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
            line.settimeout(SOCKET_SECONDS)
            with suppress(OSError):
                line.connect(path)
                return True
        return False

    def space(self, folder: Path) -> int:
        """Return the free bytes in *folder*, which may not exist yet. Raises OSError if not
        writable."""
        existing = next(path for path in (folder, *folder.parents) if path.exists())
        if not existing.is_dir():
            raise NotADirectoryError
        if not os.access(existing, os.W_OK | os.X_OK):
            raise PermissionError
        return disk_usage(existing).free

    wled = staticmethod(wled_at)
    greeting = staticmethod(greeting_at)
    broker = staticmethod(probe)
    journal_fault = staticmethod(find_trouble)

    def ports(self, at: str) -> Sequence[str]:
        """Return the serial ports; with *at*, only that one, if it exists."""
        return plugged_in(at)()

    @property
    def clock_is_set(self) -> bool:
        """True if the system clock is known to be right."""
        return is_set()

    def text(self, path: str) -> str | None:
        """Return the text of a file, or None if it cannot be read."""
        raw = self.raw(path)
        return None if raw is None else raw.decode("utf-8", "replace").rstrip("\0\n")

    def raw(self, path: str) -> bytes | None:
        """Return the bytes of a file, or None if it cannot be read."""
        with suppress(OSError):
            return (self.root / path.lstrip("/")).read_bytes()
        return None

    def ran_since(self, path: str) -> bool:
        """Return whether the machine has booted since the file at *path* was last modified."""
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
        """Names of the strips that this machine can drive, LEDs before screens."""
        has_mailbox = self.node(MAILBOX) is not None
        return tuple(
            name
            for kind in product((False, True), CAN)
            for name, driver in STRIPS.items()
            if (driver.screen, driver.needs) == kind and CAN[driver.needs](self.pi)
            if has_mailbox or driver.needs != "rpi_ws281x"
        )


class HardwarePlan(NamedTuple):
    """The config in use, its number of ``pixels`` (0 if invalid), and its board's ``faults``."""

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
        """Return a shell command that runs ``cribble`` with *words* and this config."""
        file = self.active.file
        option = f" --config {quote(str(file))}" if file else ""
        program = "cribble" if is_packaged() else ".venv/bin/cribble"
        return f"{program} {words}{option}"


def plan_of(active: ActiveConfig) -> HardwarePlan:
    """Return the plan of a config, including faults that do not depend on the machine."""
    try:
        return HardwarePlan(active, board_of(active.config).pixels)
    except BadlyWired as fault:
        return HardwarePlan(active, 0, tuple(wrong.message for wrong in fault.faults))
    except Fault as fault:
        return HardwarePlan(active, 0, (fault,))
