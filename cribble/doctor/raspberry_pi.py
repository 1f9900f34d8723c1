"""What a Raspberry Pi is told when it starts: config.txt and cmdline.txt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from cribble.doctor.machine import Machine
from cribble.doctor.pi import Pi

FOLDERS: Final = ("/boot/firmware", "/boot")
"""Raspberry Pi OS has it in the first since Bookworm, before that in the second."""

RESTART: Final = "sudo reboot"


class Boot(NamedTuple):
    """The two files by their paths, and what of ``config.txt`` is said to this model.

    ``params`` and ``overlays`` are what its dtparam and dtoverlay lines switch on.
    """

    config: str
    cmdline: str
    lines: frozenset[str]
    params: Mapping[str, str]
    overlays: Mapping[str, Mapping[str, str]]


def boot_of(machine: Machine, pi: Pi) -> Boot:
    """What *machine* was told."""
    for folder in FOLDERS:
        if (text := machine.text(f"{folder}/config.txt")) is not None:
            break
    else:
        folder, text = FOLDERS[0], ""
    lines = tuple(_said_to(pi, text))
    params = dict(_pairs(value for line in lines if (value := _after("dtparam=", line))))
    overlays = (value.split(",") for line in lines if (value := _after("dtoverlay=", line)))
    return Boot(
        config=f"{folder}/config.txt",
        cmdline=f"{folder}/cmdline.txt",
        lines=frozenset(lines),
        params=params,
        overlays={name: dict(_pairs(given)) for name, *given in overlays},
    )


def _said_to(pi: Pi, text: str) -> Iterator[str]:
    """The lines of config.txt that are not for other models; a heading holds until the next."""
    heeded = {"all", *pi.family.filters}
    said = True
    for line in (line.split("#")[0].strip() for line in text.splitlines()):
        if heading := re.fullmatch(r"\[(.+)\]", line):
            said = heading[1].lower() in heeded
        elif line and said:
            yield line


def _after(lead: str, line: str) -> str:
    return line.removeprefix(lead) if line.startswith(lead) else ""


def _pairs(values: Iterator[str] | list[str]) -> Iterator[tuple[str, str]]:
    for value in values:
        for pair in value.split(","):
            name, _, set_to = pair.partition("=")
            yield name.strip(), set_to.strip() or "on"


def to_config(boot: Boot, *lines: str) -> str:
    """The shell line that adds *lines* to config.txt, for whatever model reads it, and restarts."""
    said = "".join(f"{line}\\n" for line in ("[all]", *lines))
    return f"printf '{said}' | sudo tee -a {boot.config} && {RESTART}"
