"""Checks, findings, and remedies; ``str(remedy)`` is the line to paste."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from shlex import join
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from cribble.boot_helper.steps import UDEV_RULES, BootStep, Verb
from cribble.config.file import as_toml
from cribble.doctor.machine import HardwarePlan, Machine
from cribble.doctor.wled_client import WLED_BODY

REBOOT: Final = "sudo reboot"
RASPBERRY_PI_OS: Final = "https://www.raspberrypi.com/software/"


@dataclass(frozen=True)
class Setting:
    """A remedy: set a key of the config."""

    key: str
    value: object
    restart: ClassVar = False

    def __str__(self) -> str:
        return f"{self.key} = {as_toml(self.value)}"


@dataclass(frozen=True)
class BootChange:
    """A remedy: steps for the boot helper, with an equivalent shell ``command``, then a restart."""

    steps: tuple[BootStep, ...] = ()
    command: str = ""
    restart: ClassVar = True

    def __str__(self) -> str:
        return f"{self.command} && {REBOOT}" if self.command else REBOOT


@dataclass(frozen=True)
class WledSettings:
    """A remedy: set up the WLED controller ``host`` to show frames unchanged."""

    host: str
    restart: ClassVar = False

    def __str__(self) -> str:
        url = f"http://{self.host}/json/cfg"
        return f"curl -H 'Content-Type: application/json' -d '{WLED_BODY}' {url}"


@dataclass(frozen=True)
class Commands:
    """A remedy: run programs with arguments in sequence, optionally followed by a restart."""

    run: tuple[tuple[str, ...], ...]
    restart: bool = False

    def __str__(self) -> str:
        return " && ".join([*map(join, self.run), *([REBOOT] if self.restart else [])])


@dataclass(frozen=True)
class Advice:
    """A hint that cannot be automated, such as a page to open or a command to run by hand."""

    line: str
    restart: ClassVar = False

    def __str__(self) -> str:
        return self.line


Remedy: TypeAlias = Setting | BootChange | WledSettings | Commands | Advice


def config_lines(file: str, *lines: str) -> BootChange:
    """Return the remedy that appends *lines* to the config.txt *file*, for all models."""
    text = "".join(f"{line}\\n" for line in ("[all]", *lines))
    steps = tuple(BootStep(Verb.CONFIG, line) for line in lines)
    return BootChange(steps, f"printf '{text}' | sudo tee -a {file}")


def module_line(name: str, line: str) -> BootChange:
    """Return the remedy that adds *line* for modprobe; *name* is part of the file name."""
    command = f"echo '{line}' | sudo tee /etc/modprobe.d/cribble-{name}.conf"
    return BootChange((BootStep(Verb.MODPROBE, line),), command)


def udev_rule(name: str) -> BootChange:
    """Return the remedy that installs the udev rule *name*, giving a group access to devices."""
    command = f"echo '{UDEV_RULES[name]}' | sudo tee /etc/udev/rules.d/60-{name}.rules"
    return BootChange((BootStep(Verb.UDEV, name),), command)


def as_root(*commands: str, restart: bool = False) -> Commands:
    """Return the remedy that runs *commands* via sudo; arguments cannot contain spaces."""
    return Commands(tuple(("sudo", *command.split()) for command in commands), restart)


class Level(StrEnum):
    """The severity of a finding."""

    OK = "ok"
    NOTE = "note"
    """Works, but could be improved."""
    WRONG = "wrong"
    """Must be fixed: the lights do not work, or games are not saved."""


class Finding(NamedTuple):
    """The result of a check: a message (``sentence`` with ``values``), and a remedy, if any."""

    level: Level
    sentence: str
    values: Mapping[str, Any]
    mend: Remedy | None = None


def fine(sentence: str, /, **values: Any) -> Finding:
    return Finding(Level.OK, sentence, values)


def note(sentence: str, /, *, mend: Remedy | None = None, **values: Any) -> Finding:
    return Finding(Level.NOTE, sentence, values, mend)


def wrong(sentence: str, /, *, mend: Remedy, **values: Any) -> Finding:
    return Finding(Level.WRONG, sentence, values, mend)


BUILDING, KEYPAD, KEEPING = "docs/building.md", "docs/keypad.md", "docs/keeping.md"
NETWORK, BROKER = "docs/network.md", "docs/mqtt.md"

Check: TypeAlias = Callable[[Machine, HardwarePlan], Iterator[Finding]]


class CheckRow(NamedTuple):
    """A check, the plans that it *concerns*, and the docs ``page`` about it. ``lit``: skip it if
    this machine cannot drive the strip."""

    check: Check
    concerns: Callable[[HardwarePlan], object]
    lit: bool
    page: str


class Checks(dict[str, CheckRow]):
    """Checks by name, in the order of the report."""

    def add(
        self,
        name: str,
        concerns: Callable[[HardwarePlan], object] = lambda plan: True,
        *,
        lit: bool = False,
        page: str = BUILDING,
    ) -> Callable[[Check], Check]:
        """Return a decorator that registers a check."""

        def decorate(check: Check) -> Check:
            self[name] = CheckRow(check, concerns, lit, page)
            return check

        return decorate


def only(*strips: str) -> Callable[[HardwarePlan], bool]:
    """Return a predicate for plans with one of *strips*."""
    return lambda plan: plan.strip in strips


def is_wired(plan: HardwarePlan) -> bool:
    return not plan.faults
