"""Faults of the wiring that go on from hole to hole, told as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from scorekeeper.board.wiring.wiring import BeyondTheStrip, NoPixel, Place, UsedTwice, WiringFault
from scorekeeper.words.sentences import Fault, en
from scorekeeper.words.wiring import wiring_fault

Run: TypeAlias = Sequence[WiringFault]


def told_by_runs(faults: Sequence[WiringFault]) -> Iterator[Fault]:
    """Every one of *faults*; those of one kind in hole after hole of a track in one sentence."""
    run: list[WiringFault] = []
    for fault in faults:
        if run and not _goes_on(run[-1], fault):
            yield _told(run)
            run = []
        run.append(fault)
    if run:
        yield _told(run)


def _goes_on(one: WiringFault, other: WiringFault) -> bool:
    match one, other:
        case (NoPixel(here), NoPixel(there)):
            return _are_next(here, there)
        case (BeyondTheStrip(_, Place() as here), BeyondTheStrip(_, Place() as there)):
            return _are_next(here, there)
        case (
            UsedTwice(_, Place() as here, Place() as beside),
            UsedTwice(_, Place() as there, Place() as yonder),
        ):
            return _are_next(here, there) and _are_next(beside, yonder)
        case _:
            return False


def _are_next(here: Place, there: Place) -> bool:
    return here.track == there.track and there.hole == here.hole + 1


def _told(run: Run) -> Fault:
    if len(run) == 1:
        return wiring_fault(run[0])
    match run[0], run[-1]:
        case NoPixel(first), NoPixel(last):
            sentence = en("Holes {first}–{last} of track {track} have no pixel.")
            return Fault(sentence, **_holes(first, last))
        case BeyondTheStrip(_, Place() as first, pixels), BeyondTheStrip(_, Place() as last):
            sentence = en(
                "Holes {first}–{last} of track {track} have pixels beyond the strip, which has "
                "{pixels}: 0–{end}."
            )
            return Fault(sentence, pixels=pixels, end=pixels - 1, **_holes(first, last))
        case (
            UsedTwice(_, Place() as first, Place() as beside),
            UsedTwice(_, Place() as last),
        ):
            sentence = en(
                "Holes {first}–{last} of track {track} have the same pixels as those of track "
                "{other_track} from hole {other} on."
            )
            facts = {"other": beside.hole, "other_track": beside.track + 1}
            return Fault(sentence, **facts, **_holes(first, last))
        case _:
            raise AssertionError(run)


def _holes(first: Place, last: Place) -> dict[str, int]:
    return {"first": first.hole, "last": last.hole, "track": first.track + 1}
