"""Time and memory of a start, which years of finished games do not slow."""

import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from tests.bench.figures import Aim, Figure, halves, rounded
from tests.bench.rig.years import years
from tests.bench.server import serving

SLOWER = 1.2

Start = tuple[float, float, float]
"""Seconds to the first answer; MB resident, and of them the process's own."""


def starting(folder: Path, *, runs: int) -> Iterator[Figure]:
    """Starts with an empty journal, each a new process, to the first answer over HTTP."""
    took, resident, own = zip(
        *(_start(folder / f"start {run}") for run in range(runs)), strict=True
    )
    beside = f"{halves(took, ' s')} in {runs} starts"
    yield Figure("Start to first answer", median(took), " s", Aim(at_most=1), beside)
    beside = f"{rounded(median(own))} MB its own"
    yield Figure("Memory, idle", median(resident), " MB", Aim(at_most=60), beside)


def _start(folder: Path) -> Start:
    folder.mkdir(exist_ok=True)
    with serving(folder) as served:
        return served.first_answer, *served.memory()


def growing(folder: Path, *, games: int, runs: int) -> Iterator[Figure]:
    """Starts with one finished game in the journal and with *games*, in turns; and what it weighs.

    Each game was a match of its own, or all of them one match.
    """
    short = folder / "one game"
    years(short, 1)
    for one_match, whose in ((False, "each a match"), (True, "all one match")):
        long = folder / whose
        lines = years(long, games, one_match=one_match)
        os.sync()
        once, often = zip(*(_pair(short, long, run % 2 > 0) for run in range(runs)), strict=True)
        many = f"{games:,} finished games, {whose} ({lines:,} lines)"
        yield _slower(many, [one[0] for one in once], [one[0] for one in often])
        resident = median(one[1] for one in often)
        beside = f"{rounded(median(one[1] for one in once))} MB with one"
        yield Figure(f"Memory with {many}", resident, " MB", Aim(at_most=60), beside)
        shutil.rmtree(long)


def _slower(many: str, once: Sequence[float], often: Sequence[float]) -> Figure:
    times = median(more / one for one, more in zip(once, often, strict=True))
    beside = f"{halves(often, ' s')} against {halves(once, ' s')}, {len(once)} starts each"
    what = f"Start with {many}: times as long as with one"
    return Figure(what, times, " ×", Aim(at_most=SLOWER), beside)


def _pair(short: Path, long: Path, long_first: bool) -> tuple[Start, Start]:
    """The start of each, one right after the other."""
    if long_first:
        later = _start(long)
        return _start(short), later
    return _start(short), _start(long)
