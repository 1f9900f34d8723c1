"""The steps of the boot helper, and how each changes the text of a file.

Imports only the standard library, because it runs as root.
"""

import json
import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

MAX_LENGTH: Final = 4096
"""Maximum size of a request in bytes."""
MAX_STEPS: Final = 16

NAMES_FILE: Final = "etc/NetworkManager/dnsmasq-shared.d/cribble.conf"
"""File that makes dnsmasq resolve all names on a shared Wi-Fi to this machine."""
OVERLAY: Final = "dtoverlay=ws2812-pio"

UDEV_RULES: Final[Mapping[str, str]] = {
    "gpio": 'SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"',
    "i2c": 'SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"',
    "input": 'SUBSYSTEM=="input", GROUP="input", MODE="0660"',
    "leds": 'KERNEL=="leds[0-9]*", GROUP="gpio", MODE="0660"',
    "spi": 'SUBSYSTEM=="spidev", GROUP="spi", MODE="0660"',
    "tty": 'SUBSYSTEM=="tty", GROUP="dialout", MODE="0660"',
}
"""Rules that give a group access to a kind of device, by name."""


class Verb(StrEnum):
    """The kind of step; determines how its argument is used."""

    CONFIG = "config"
    """Sets a line in config.txt, for all models."""
    CMDLINE = "cmdline"
    """Sets a parameter in cmdline.txt."""
    MODPROBE = "modprobe"
    """Sets a line in modprobe's configuration."""
    UDEV = "udev"
    """Writes the udev rule of that name."""
    NAMES = "names"
    """Makes names on a shared Wi-Fi resolve to this machine (``here``) or normally (``away``)."""
    START = "start"
    """Starts a unit of the package that sets the Wi-Fi's country, or the clock."""
    RESTART = "restart"
    """Restarts the machine after all other steps."""


ALLOWED: Final[Mapping[str, re.Pattern[str]]] = {
    Verb.CONFIG: re.compile(
        r"dtparam=(?:spi|i2c_arm)=on|core_freq=(?:250|500)|core_freq_min=500|"
        rf"{OVERLAY}(?:,(?:gpio|num_leds|brightness)=\d{{1,4}}|,(?:rgbw|invert)(?:=on)?){{1,5}}",
        re.ASCII,
    ),
    Verb.CMDLINE: re.compile(
        r"spidev\.bufsiz=\d{4,7}|cfg80211\.ieee80211_regdom=[A-Z]{2}", re.ASCII
    ),
    Verb.MODPROBE: re.compile(r"blacklist snd_bcm2835|options spidev bufsiz=\d{4,7}", re.ASCII),
    Verb.UDEV: re.compile("|".join(UDEV_RULES)),
    Verb.NAMES: re.compile("here|away"),
    Verb.START: re.compile(r"cribble-(?:country@[A-Z]{2}|clock@\d{10})\.service", re.ASCII),
    Verb.RESTART: re.compile(""),
}
"""Valid arguments of each verb."""


class BootStep(NamedTuple):
    verb: Verb
    argument: str = ""

    @property
    def line(self) -> str:
        """The line to write; empty for a restart."""
        return UDEV_RULES[self.argument] if self.verb is Verb.UDEV else self.argument


RESTART: Final = BootStep(Verb.RESTART)


class UnknownRequest(ValueError):
    """The request is invalid; the message gives the reason."""


def request_of(steps: Iterable[BootStep]) -> bytes:
    return json.dumps([*steps]).encode()


def read_request(raw: bytes) -> tuple[BootStep, ...]:
    """Parse and validate the request *raw*. Raises UnknownRequest."""
    if len(raw) > MAX_LENGTH:
        raise UnknownRequest(f"the request exceeds {MAX_LENGTH} bytes")
    try:
        steps = json.loads(raw)
    except (ValueError, RecursionError):
        raise UnknownRequest("the request is not JSON") from None
    if not isinstance(steps, list) or len(steps) > MAX_STEPS:
        raise UnknownRequest(f"the request must be a list of at most {MAX_STEPS} steps")
    request = list[BootStep]()
    for step in steps:
        match step:
            case [str(verb), str(text)] if verb in ALLOWED and ALLOWED[verb].fullmatch(text):
                request.append(BootStep(Verb(verb), text))
            case _:
                raise UnknownRequest(f"unknown step: {str(step)[:60]}")
    return tuple(request)


def with_config_line(text: str, line: str) -> str:
    """Return the *text* of config.txt with *line* in its section for all models, replacing the last
    line with the same key or overlay."""
    name = OVERLAY if line.startswith(OVERLAY) else line.rpartition("=")[0]
    heading, matches = "all", list[int]()
    rows = text.splitlines()
    for number, row in enumerate(rows):
        bare = row.split("#")[0].strip()
        if bare.startswith("[") and bare.endswith("]"):
            heading = bare[1:-1].lower()
        elif heading == "all" and (bare.startswith((f"{name}=", f"{name},")) or bare == name):
            matches.append(number)
    if matches and rows[matches[-1]].strip() == line:
        return text
    if matches:
        rows[matches[-1]] = line
    else:
        rows += [*(() if heading == "all" else ("[all]",)), line]
    return "\n".join(rows) + "\n"


def with_parameter(text: str, parameter: str) -> str:
    """Return the *text* of cmdline.txt with *parameter*, replacing any of the same name."""
    name = parameter.partition("=")[0]
    first, *rest = text.splitlines() or [""]
    words = [word for word in first.split() if word.partition("=")[0] != name]
    return "\n".join([" ".join([*words, parameter]), *rest]) + "\n"


def with_module_line(text: str, line: str) -> str:
    """Return the *text* of a modprobe file with *line*, replacing any for the same module."""
    head = " ".join(line.split()[:2])
    rows = [row for row in text.splitlines() if not row.startswith(head)]
    return "\n".join([*rows, line]) + "\n"
