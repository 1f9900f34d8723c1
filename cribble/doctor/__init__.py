"""The doctor: checks whether this machine can light the configured board and keep games."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from cribble.doctor import peripherals, strips, system
from cribble.doctor.finding import (
    RASPBERRY_PI_OS,
    Advice,
    BootChange,
    Checks,
    Commands,
    Finding,
    Remedy,
)
from cribble.doctor.machine import HardwarePlan, Machine

CHECKS: Final = Checks(system.checks | strips.checks | peripherals.checks | system.keeping)
"""All checks, in the order of the report."""


def run_checks(
    machine: Machine, plan: HardwarePlan, only: Collection[str] = CHECKS
) -> Iterator[tuple[str, Finding]]:
    """Yield each finding on *machine* with the name of its check; *only* limits the checks."""
    can = plan.strip in machine.lights
    for name, row in CHECKS.items():
        if name in only and row.concerns(plan) and (can or not row.lit):
            for finding in row.check(machine, plan):
                yield name, finding._replace(mend=_possible(finding.mend, machine))


def _possible(mend: Remedy | None, machine: Machine) -> Remedy | None:
    """Return *mend* without the programs and files of Raspberry Pi OS that are not here."""
    if isinstance(mend, Commands) and not machine.raw("/usr/bin/raspi-config"):
        run = tuple(words for words in mend.run if "raspi-config" not in words)
        return replace(mend, run=run) if run else Advice("cat /proc/cmdline")
    path = mend.command.split()[-1:] if isinstance(mend, BootChange) else []
    has_none = [file for file in path if file.endswith("config.txt") and not machine.raw(file)]
    return Advice(RASPBERRY_PI_OS) if has_none else mend
