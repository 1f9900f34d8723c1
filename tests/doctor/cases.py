"""Machines for tests of the doctor: their configs, and all findings."""

from pathlib import Path
from typing import Any, NamedTuple

from cribble.cli.overrides import ActiveConfig
from cribble.config.schema import Config, StripConfig
from cribble.doctor import run_checks
from cribble.doctor.finding import Finding
from cribble.doctor.machine import HardwarePlan
from scorekeeper.words import Words
from tests.kit.formats.machine_file import machine

EN, FR = Words.of("en"), Words.of("fr")
LIBRARIES = {"spidev": "3.8", "rpi_ws281x": "5.0.0"}
PI_3, PI_4, PI_5, ZERO, PC, DEBIAN = "pi3", "pi4", "pi5", "zero", "pc", "debian"
STRANGER = "ben"


def plan(
    strip: str,
    at: str = "",
    pixels: int = 363,
    bits: int = 8,
    limit: int = 4000,
    order: str = "GRB",
    **config: Any,
) -> HardwarePlan:
    """Return the plan of a machine with this number of pixels and further *config* values."""
    lights = StripConfig(name=strip, at=at, symbol_bits=bits, order=order, limit_ma=limit)
    whole = Config(**{"data": "/var/lib/cribble", "strip": lights, "own_wifi": "off"} | config)
    return HardwarePlan(ActiveConfig(whole, None), pixels)


def said(found: Finding) -> str:
    """Return a finding on one line, with its remedy."""
    return f"{found.level}: {EN.say(found.sentence, **found.values)} [{found.mend or ''}]"


def told(root: Path, name: str, wanted: HardwarePlan, **facts: Any) -> dict[str, list[str]]:
    """Return all findings by check, except those that are always fine."""
    patient = machine(name, root, **({"libraries": LIBRARIES} | facts))
    checks: dict[str, list[str]] = {}
    for check, found in run_checks(patient, wanted):
        checks.setdefault(check, []).append(said(found))
    return checks


class Case(NamedTuple):
    """A *check* of a *machine* with these *facts*; what it tells is in ``told/doctor.txt``."""

    machine: str
    plan: HardwarePlan
    check: str
    facts: dict[str, Any]

    def told(self, root: Path) -> list[str]:
        return told(root, self.machine, self.plan, **self.facts).get(self.check, [])


def on(machine: str, plan: HardwarePlan, check: str, **facts: Any) -> Case:
    """Return the case of a *check* on a *machine* of which *facts* are told."""
    return Case(machine, plan, check, facts)
