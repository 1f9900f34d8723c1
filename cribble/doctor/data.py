"""Look at where the journal is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cribble.cli.files import cannot_use
from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from scorekeeper.words import en

MEGABYTE: Final = 1 << 20
ENOUGH: Final = 100
"""MB: a game takes some 50 kB, but a full card breaks other things first."""


def check(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the journal can be written, and has room."""
    try:
        free = machine.space(plan.data) // MEGABYTE
    except OSError as fault:
        told = cannot_use(fault, plan.data)
        yield wrong(told.sentence, mend='data = "/var/lib/cribble"', **told.values)
        return
    facts = {"path": plan.data, "free": free}
    if free < ENOUGH:
        sentence = en("{path} has only {free} MB left: make room before the journal is full.")
        yield wrong(sentence, mend="df -h", **facts)
    else:
        yield fine(en("The journal goes to {path}, which has {free} MB left."), **facts)
