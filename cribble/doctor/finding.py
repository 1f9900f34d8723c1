"""Checks, their findings, and remedies: values that print themselves as the line to paste."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from shlex import join
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from cribble.boot_helper.steps import UDEV_RULES, BootStep, Verb
from cribble.config.file import as_toml
from cribble.doctor.machine import Machine, Plan
from cribble.doctor.wled_client import WLED_BODY

REBOOT: Final = "sudo reboot"


@dataclass(frozen=True)
class Setting:
    """A key of the config and its value."""

    key: str
    value: object
    restart: ClassVar = False

    def __str__(self) -> str:
        return f"{self.key} = {as_toml(self.value)}"


@dataclass(frozen=True)
class BootChange:
    """Steps of the boot helper, and the shell ``command`` that does the same; then a restart."""

    steps: tuple[BootStep, ...] = ()
    command: str = ""
    restart: ClassVar = True

    def __str__(self) -> str:
        return f"{self.command} && {REBOOT}" if self.command else REBOOT


@dataclass(frozen=True)
class WledSettings:
    """WLED's settings for frames, at the controller called ``host``."""

    host: str
    restart: ClassVar = False

    def __str__(self) -> str:
        url = f"http://{self.host}/json/cfg"
        return f"curl -H 'Content-Type: application/json' -d '{WLED_BODY}' {url}"


@dataclass(frozen=True)
class Commands:
    """Programs with their arguments, to be run in a terminal one after the other; then perhaps a
    restart."""

    run: tuple[tuple[str, ...], ...]
    restart: bool = False

    def __str__(self) -> str:
        return " && ".join([*map(join, self.run), *([REBOOT] if self.restart else [])])


@dataclass(frozen=True)
class Advice:
    """A line that mends nothing by itself: a file to read, a page to open, something to look at."""

    line: str
    restart: ClassVar = False

    def __str__(self) -> str:
        return self.line


Remedy: TypeAlias = Setting | BootChange | WledSettings | Commands | Advice


def config_lines(file: str, *lines: str) -> BootChange:
    """Return the addition of *lines* to config.txt, the *file*, for every model."""
    text = "".join(f"{line}\\n" for line in ("[all]", *lines))
    steps = tuple(BootStep(Verb.CONFIG, line) for line in lines)
    return BootChange(steps, f"printf '{text}' | sudo tee -a {file}")


def module_line(name: str, line: str) -> BootChange:
    """Return *line* for modprobe, as a file of that *name* in the shell."""
    command = f"echo '{line}' | sudo tee /etc/modprobe.d/cribble-{name}.conf"
    return BootChange((BootStep(Verb.MODPROBE, line),), command)


def udev_rule(name: str) -> BootChange:
    """Return the udev rule of that *name*, which opens devices to their group."""
    command = f"echo '{UDEV_RULES[name]}' | sudo tee /etc/udev/rules.d/60-{name}.rules"
    return BootChange((BootStep(Verb.UDEV, name),), command)


def as_root(*commands: str, restart: bool = False) -> Commands:
    """Return *commands* by root, each of words without spaces in them."""
    return Commands(tuple(("sudo", *command.split()) for command in commands), restart)


class Level(StrEnum):
    """The weight of a finding."""

    OK = "ok"
    NOTE = "note"
    """Works as it is, but could be better."""
    WRONG = "wrong"
    """The lights stay dark, or the games are not kept, until it is mended."""


class Finding(NamedTuple):
    """The result of a check: a ``sentence`` of the catalogue with its ``values``, and the remedy
    if there is one."""

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

Check: TypeAlias = Callable[[Machine, Plan], Iterator[Finding]]


class CheckRow(NamedTuple):
    """A check, the plans that it *concerns*, and the ``page`` that tells more. One of a strip's
    (``lit``) is skipped on machines that cannot light the strip."""

    check: Check
    concerns: Callable[[Plan], object]
    lit: bool
    page: str


class Checks(dict[str, CheckRow]):
    """Checks by name, in the order of the report."""

    def add(
        self,
        name: str,
        concerns: Callable[[Plan], object] = lambda plan: True,
        *,
        lit: bool = False,
        page: str = BUILDING,
    ) -> Callable[[Check], Check]:
        """Return a decorator that adds a check."""

        def decorate(check: Check) -> Check:
            self[name] = CheckRow(check, concerns, lit, page)
            return check

        return decorate


def only(*strips: str) -> Callable[[Plan], bool]:
    """Return whether a plan has one of *strips*."""
    return lambda plan: plan.strip in strips


def is_wired(plan: Plan) -> bool:
    return not plan.faults
