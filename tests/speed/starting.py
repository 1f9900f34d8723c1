"""How long a start takes, what it weighs, and that years of finished games do not slow it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from speed.figures import Aim, Figure, halves, rounded
from speed.server import serving
from speed.years import years

SLOWER = 1.2


def starting(folder: Path, *, runs: int) -> Iterator[Figure]:
    """Starts with an empty journal, each a new process, to the first answer over HTTP."""
    took, resident, own = zip(
        *(_start(folder / f"start {run}") for run in range(runs)), strict=True
    )
    beside = f"{halves(took, ' s')} in {runs} starts"
    yield Figure("Start to first answer", median(took), " s", Aim(at_most=1), beside)
    beside = f"{rounded(median(own))} MB its own"
    yield Figure("Memory, idle", median(resident), " MB", Aim(at_most=60), beside)


def _start(folder: Path) -> tuple[float, float, float]:
    folder.mkdir(exist_ok=True)
    with serving(folder) as served:
        return served.first_answer, *served.memory()


def growing(folder: Path, *, games: int, runs: int) -> Iterator[Figure]:
    """Starts with one finished game in the journal and with *games*, in turns."""
    short, long = folder / "one game", folder / "many games"
    years(short, 1)
    lines = years(long, games)
    os.sync()
    once, often = zip(*(_pair(short, long, run % 2 > 0) for run in range(runs)), strict=True)
    times = median(many / one for one, many in zip(once, often, strict=True))
    what = f"Start with {games:,} finished games ({lines:,} lines): times as long as with one"
    beside = f"{halves(often, ' s')} against {halves(once, ' s')}, {runs} starts each"
    yield Figure(what, times, " ×", Aim(at_most=SLOWER), beside)


def _pair(short: Path, long: Path, long_first: bool) -> tuple[float, float]:
    """How long the start of each takes, one right after the other."""
    if long_first:
        took = _start(long)[0]
        return _start(short)[0], took
    return _start(short)[0], _start(long)[0]
