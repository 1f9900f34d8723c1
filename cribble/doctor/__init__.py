"""The doctor: checks whether this machine can light the configured board and keep games."""

from collections.abc import Collection, Iterator
from typing import Final

from cribble.doctor import peripherals, strips, system
from cribble.doctor.finding import Checks, Finding
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
            yield from ((name, finding) for finding in row.check(machine, plan))
