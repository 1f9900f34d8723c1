"""Look at the board that the config describes: whether it can be, and be lit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from scorekeeper.words import en

CHECK: Final = ".venv/bin/cribble board check"
A_PEG: Final = 60
"""mA that a single light may need, so that a peg can be seen at all."""


def wiring(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether every hole has a light of its own."""
    if not plan.faults:
        yield fine(en("The board is wired: {lights} lights."), lights=plan.pixels)
        return
    first, *more = plan.faults
    yield wrong(first.sentence, mend=CHECK, **first.values)
    if more:
        sentence = en("There are {count} more faults in the wiring.")
        yield wrong(sentence, mend=CHECK, count=len(more))


def power(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the limit leaves anything for pegs, once every dark light has taken its mA."""
    if plan.pixels + A_PEG > plan.limit_ma:
        yield wrong(
            en(
                "{lights} lights take as many mA when they are dark, "
                "and the limit is {limit}: they stay dark."
            ),
            mend=f"strip.limit_ma = {2 * plan.pixels + 850}",
            lights=plan.pixels,
            limit=plan.limit_ma,
        )
