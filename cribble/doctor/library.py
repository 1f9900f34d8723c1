"""Look at the libraries that a strip is driven with: a strip is imported only when it is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from scorekeeper.words import en


class Library(NamedTuple):
    """A library by its name, and the shell line that brings it."""

    name: str
    mend: str


LIBRARIES: Final[Mapping[str, Library]] = MappingProxyType(
    {
        "spi": Library("spidev", "sudo apt-get install python3-spidev"),
        "ws281x": Library("rpi_ws281x", ".venv/bin/python -m pip install rpi-ws281x"),
    }
)
"""By strip; the others need none."""


def check(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the library of the chosen strip can be imported."""
    yield found(machine, LIBRARIES[plan.strip])


def found(machine: Machine, library: Library) -> Finding:
    """Whether *library* can be imported."""
    if version := machine.version(library.name):
        sentence = en("The library {library} is here: version {version}.")
        return fine(sentence, library=library.name, version=version)
    sentence = en("The library {library} is missing.")
    return wrong(sentence, mend=library.mend, library=library.name)
