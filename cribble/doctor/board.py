"""Look at the board that the config describes: whether it can be, and be lit."""

from __future__ import annotations

from collections.abc import Iterator

from cribble.doctor.finding import Finding, fine, wrong
from cribble.doctor.machine import Machine
from cribble.doctor.plan import Plan
from scorekeeper.board.light.power import enough_ma, is_underpowered
from scorekeeper.words import en
from scorekeeper.words.wiring import underpowered


def wiring(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether every hole has a light of its own."""
    if not plan.faults:
        yield fine(en("The board is wired: {lights} lights."), lights=plan.pixels)
        return
    first, *more = plan.faults
    yield wrong(first.sentence, mend=plan.command("board check"), **first.values)
    if more:
        sentence = en("There are {count} more faults in the wiring.")
        yield wrong(sentence, mend=plan.command("board check"), count=len(more))


def power(machine: Machine, plan: Plan) -> Iterator[Finding]:
    """Whether the limit leaves anything for pegs, once every dark light has taken its mA."""
    if is_underpowered(plan.pixels, plan.power):
        told = underpowered(plan.pixels, plan.power)
        mend = f"strip.limit_ma = {enough_ma(plan.pixels, plan.power)}"
        yield wrong(told.sentence, mend=mend, **told.values)
