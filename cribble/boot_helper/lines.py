"""The lines that the boot helper knows, and how each comes into the text of its file.

Nothing but Python's own library is imported here: this runs as root.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

LONGEST: Final = 4096
"""Bytes of a request."""
MOST_LINES: Final = 8

NAMES_FILE: Final = "etc/NetworkManager/dnsmasq-shared.d/cribble.conf"
"""It is there while names in a Wi-Fi that this machine shares lead to it."""
OVERLAY: Final = "dtoverlay=ws2812-pio"

KNOWN: Final[Mapping[str, re.Pattern[str]]] = {
    "config": re.compile(
        r"dtparam=(?:spi|i2c_arm)=on|core_freq=(?:250|500)|core_freq_min=500|"
        rf"{OVERLAY}(?:,(?:gpio|num_leds|brightness)=\d{{1,4}}|,(?:rgbw|invert)(?:=on)?){{1,5}}",
        re.ASCII,
    ),
    "cmdline": re.compile(r"spidev\.bufsiz=\d{4,7}", re.ASCII),
    "modprobe": re.compile(r"blacklist snd_bcm2835|options spidev bufsiz=\d{4,7}", re.ASCII),
}
"""By file, what may be written into it."""


class UnknownRequest(ValueError):
    """A request that this helper does not take; says why."""


class BootRequest(NamedTuple):
    """Lines for config.txt, a parameter for cmdline.txt, lines for modprobe, and whether the
    machine is to be restarted then; and whether in a Wi-Fi that it shares from now on every name
    leads to it (None: as before)."""

    config: tuple[str, ...] = ()
    cmdline: tuple[str, ...] = ()
    modprobe: tuple[str, ...] = ()
    restart: bool = False
    names_lead_here: bool | None = None

    def joined(self, other: "BootRequest") -> "BootRequest":
        """Return both as one, each line once."""
        return BootRequest(
            config=tuple(dict.fromkeys((*self.config, *other.config))),
            cmdline=tuple(dict.fromkeys((*self.cmdline, *other.cmdline))),
            modprobe=tuple(dict.fromkeys((*self.modprobe, *other.modprobe))),
            restart=self.restart or other.restart,
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line."""
        return (*self.config, *self.cmdline, *self.modprobe)

    def to_json(self) -> bytes:
        """Return the request as it is sent."""
        return json.dumps(self._asdict()).encode()


def read_request(raw: bytes) -> BootRequest:
    """Return the request in *raw*. Raises UnknownRequest."""
    if len(raw) > LONGEST:
        raise UnknownRequest(f"a request has at most {LONGEST} bytes")
    try:
        asked = json.loads(raw)
    except (ValueError, RecursionError):
        raise UnknownRequest("a request is JSON") from None
    if not isinstance(asked, dict) or not asked.keys() <= set(BootRequest._fields):
        raise UnknownRequest(f"a request is an object of {', '.join(BootRequest._fields)}")
    restart = asked.pop("restart", False)
    if not isinstance(restart, bool):
        raise UnknownRequest("restart is true or false")
    names = asked.pop("names_lead_here", None)
    if not isinstance(names, bool | None):
        raise UnknownRequest("names_lead_here is true, false or null")
    files = {file: _lines(file, lines) for file, lines in asked.items()}
    return BootRequest(**files, restart=restart, names_lead_here=names)


def _lines(file: str, lines: Any) -> tuple[str, ...]:
    if not isinstance(lines, list) or len(lines) > MOST_LINES:
        raise UnknownRequest(f"{file} is a list of at most {MOST_LINES} lines")
    for line in lines:
        if not isinstance(line, str) or not KNOWN[file].fullmatch(line):
            raise UnknownRequest(f"{str(line)[:60]!r} is no line that is written into {file}")
    return tuple(lines)


def with_config_lines(text: str, lines: Sequence[str]) -> str:
    """Return config.txt with *lines*, which hold for every model; one for the same overlay, or of
    the same name, takes the place of the last that holds for every model."""
    for line in lines:
        text = _with_config_line(text, line)
    return text


def _with_config_line(text: str, line: str) -> str:
    name = OVERLAY if line.startswith(OVERLAY) else line.rpartition("=")[0]
    heading, found = "all", list[int]()
    rows = text.splitlines()
    for number, row in enumerate(rows):
        bare = row.split("#")[0].strip()
        if bare.startswith("[") and bare.endswith("]"):
            heading = bare[1:-1].lower()
        elif heading == "all" and (bare.startswith((f"{name}=", f"{name},")) or bare == name):
            found.append(number)
    if found and rows[found[-1]].strip() == line:
        return text
    if found:
        rows[found[-1]] = line
    else:
        rows += [*(() if heading == "all" else ("[all]",)), line]
    return "\n".join(rows) + "\n"


def with_parameter(text: str, parameter: str) -> str:
    """Return cmdline.txt, which is one line, with *parameter* in the place of one of its name."""
    name = parameter.partition("=")[0]
    first, *rest = text.splitlines() or [""]
    words = [word for word in first.split() if word.partition("=")[0] != name]
    return "\n".join([" ".join([*words, parameter]), *rest]) + "\n"


def with_module_line(text: str, line: str) -> str:
    """Return a file of modprobe with *line* in the place of one for the same module."""
    head = " ".join(line.split()[:2])
    rows = [row for row in text.splitlines() if not row.startswith(head)]
    return "\n".join([*rows, line]) + "\n"
