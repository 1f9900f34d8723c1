"""The remedy in a finding's line: what it would do, read from the very line that people paste."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from cribble.boot_helper.lines import KNOWN, BootRequest
from cribble.config.dump import bare
from cribble.config.keys import SETTINGS
from cribble.doctor.wled_controller import WLED_BODY

RESTART: Final = "sudo reboot"


class ConfigChange(NamedTuple):
    """Keys of the config and their values."""

    changes: Mapping[str, Any]


class Commands(NamedTuple):
    """Commands for a terminal, each with what it reads; then perhaps a restart."""

    run: tuple[tuple[tuple[str, ...], str], ...]
    restart: bool


class WledChange(NamedTuple):
    """The settings for frames that the controller at ``host`` is to get (WLED's /json/cfg)."""

    host: str
    body: str


class Advice(NamedTuple):
    """A line that mends nothing by itself, but shows what to look at."""


Remedy: TypeAlias = ConfigChange | BootRequest | WledChange | Commands | Advice

INSTALL: Final = ("-m", "pip", "install")
"""Behind a Python: a command that mends, as each that begins with sudo does. Others only show
something."""
WLED: Final = re.compile(
    r"curl -H 'Content-Type: application/json' -d '(\{[^']*\})' http://([\w.:-]+)/json/cfg"
)

BOOT_LINES: Final[tuple[tuple[re.Pattern[str], Callable[[str], BootRequest]], ...]] = (
    (
        re.compile(r"printf '\[all\]\\n(\S+)\\n' \| sudo tee -a /boot\S*/config\.txt"),
        lambda found: BootRequest(config=tuple(found.split("\\n"))),
    ),
    (
        re.compile(r"sudo sed -i 's/\^dtoverlay=ws2812-pio\.\*/(\S+)/' /boot\S*/config\.txt"),
        lambda found: BootRequest(config=(found,)),
    ),
    (
        re.compile(r"sudo sed -i '1\{s/ \*spidev.*; s/\$/ (\S+)/\}' /boot\S*/cmdline\.txt"),
        lambda found: BootRequest(cmdline=(found,)),
    ),
    (
        re.compile(r"echo '([^']+)' \| sudo tee /etc/modprobe\.d/cribble-\w+\.conf"),
        lambda found: BootRequest(modprobe=(found,)),
    ),
)
"""The lines that the boot helper can do as well, and its request for each."""

PIPE: Final = re.compile(r"echo '([^']*)' \| (sudo tee /etc/udev/rules\.d/[\w.-]+)")


def remedy_of(mend: str) -> Remedy:
    """Return what *mend*, the line of a finding, would do."""
    if changes := _config_changes(mend):
        return ConfigChange(changes)
    if (found := WLED.fullmatch(mend)) and found[1] == WLED_BODY:
        return WledChange(found[2], found[1])
    *steps, last = mend.split(" && ")
    restart = last == RESTART
    steps += [] if restart else [last]
    if restart and not steps:
        return BootRequest(restart=True)
    if len(steps) == 1 and (request := _boot_request(steps[0])):
        return request._replace(restart=restart)
    run = tuple(_command(step) for step in steps)
    return Commands(tuple(filter(None, run)), restart) if all(run) else Advice()


def _config_changes(mend: str) -> dict[str, Any]:
    try:
        found = dict(_flat(tomllib.loads(mend)))
    except tomllib.TOMLDecodeError:
        return {}
    is_known = all(key in SETTINGS and SETTINGS[key].bound.fits(found[key]) for key in found)
    return found if is_known else {}


def _flat(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tables.items():
        key = f"{above}{bare(name)}"
        if isinstance(value, dict):
            yield from _flat(value, f"{key}.")
        else:
            yield key, value


def _boot_request(step: str) -> BootRequest | None:
    for pattern, request_of in BOOT_LINES:
        if found := pattern.fullmatch(step):
            request = request_of(found[1])
            return request if _is_known(request) else None
    return None


def _is_known(request: BootRequest) -> bool:
    return all(KNOWN[file].fullmatch(line) for file in KNOWN for line in getattr(request, file))


def _command(step: str) -> tuple[tuple[str, ...], str] | None:
    """Return the words of a command and what it reads; None where a shell would be needed, or where
    it changes nothing."""
    if piped := PIPE.fullmatch(step):
        return tuple(piped[2].split()), f"{piped[1]}\n"
    words = tuple(step.split())
    is_mend = words[:1] == ("sudo",) or words[1:4] == INSTALL
    return (words, "") if is_mend and not re.search(r"[|;<>$`*?'\"\\{]", step) else None


def joined(requests: Sequence[BootRequest]) -> BootRequest:
    """Return all of *requests* as one, so that there is one restart."""
    whole = BootRequest()
    for one in requests:
        whole = whole.joined(one)
    return whole
