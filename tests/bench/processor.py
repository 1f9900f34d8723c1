"""Processor time of a start and of an entry, beside a bare server and an earlier checkout.

Processor time (user and system, of the whole process) is steady on a machine that has much else to
do, where seconds are not. What is compared is measured in turns.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from statistics import mean, median
from typing import Final, NamedTuple

from tests.bench.entries import Entry, following, play
from tests.bench.figures import Aim, Figure, halves
from tests.bench.server import SERVE, Served, serving

BARE: Final = (sys.executable, "-m", "tests.bench.rig.bare_server")
WARM_UP: Final = 60
"""Entries of the first deals, in which modules are imported and sentences parsed once for all."""
CPU_CLOCK: Final = 2
"""With a process number above it, the name of that process's processor clock on Linux: it counts
nanoseconds, where /proc counts hundredths of a second."""


class Program(NamedTuple):
    """A server to be measured: its command and the checkout that it is run in (None: this one)."""

    command: Sequence[str]
    checkout: Path | None = None


OURS: Final = Program(SERVE)
PEER: Final = Program(BARE)


def earlier(checkout: Path) -> Program:
    """The program of another *checkout*, with the environment that `make setup` built there."""
    return Program((str(checkout.resolve() / ".venv/bin/python"), *SERVE[1:]), checkout)


def start_cost(folder: Path, *, runs: int, against: Path | None) -> Iterator[Figure]:
    """Milliseconds of processor from the start to the first answer of `/healthz`."""
    programs = {"ours": OURS, "bare": PEER} | ({"then": earlier(against)} if against else {})
    took: dict[str, list[float]] = {name: [] for name in programs}
    for run in range(runs):
        for name, program in programs.items():
            took[name].append(_start(folder / f"{name} {run}", program))
    ours = median(took["ours"])
    beside = f"{halves(took['ours'], ' ms')}; bare {halves(took['bare'], ' ms')}"
    what = "Processor time of a start, times that of bare Flask and waitress"
    yield Figure(what, ours / median(took["bare"]), " ×", Aim(at_most=1.6), beside)
    if against:
        what = f"Processor time of a start, times that of {against}"
        yield Figure(what, ours / median(took["then"]), " ×", None, halves(took["then"], " ms"))


def _start(folder: Path, program: Program) -> float:
    folder.mkdir(parents=True)
    with serving(folder, program.command, checkout=program.checkout, first="/healthz") as served:
        return processor_ms(served)


def entry_cost(
    folder: Path, *, phones: int, wanted: int, runs: int, against: Path | None
) -> Iterator[Figure]:
    """Milliseconds of processor for an entry of a four-handed game that *phones* phones follow,
    once the table is warm. All programs run side by side and take turns, *wanted* entries each,
    *runs* times: what else the machine does slows them alike."""
    programs = {"ours": OURS, "bare": PEER} | ({"then": earlier(against)} if against else {})
    took: dict[str, list[float]] = {name: [] for name in programs}
    with ExitStack() as stack:
        tables = {
            name: stack.enter_context(
                _warm(folder / f"{phones} {name}", program, phones, wanted * runs)
            )
            for name, program in programs.items()
        }
        for _ in range(runs):
            for name, (served, entries) in tables.items():
                before = processor_ms(served)
                for _ in islice(entries, wanted):
                    pass
                took[name].append((processor_ms(served) - before) / wanted)
    ours = mean(took["ours"])
    beside = f"bare server {halves(took['bare'], ' ms')}; {runs} blocks of {wanted} entries"
    yield Figure(f"Processor time of an entry, {phones} phones", ours, " ms", None, beside)
    if against:
        what = f"The same, times that of {against}"
        aim = Aim(at_most=0.65) if phones == 4 else None
        yield Figure(what, ours / mean(took["then"]), " ×", aim, halves(took["then"], " ms"))


@contextmanager
def _warm(
    folder: Path, program: Program, phones: int, wanted: int
) -> Iterator[tuple[Served, Iterator[Entry]]]:
    """Serve a table that *phones* follow; the next *wanted* entries, made as they are asked for."""
    folder.mkdir(parents=True)
    serve = serving(folder, program.command, checkout=program.checkout, first="/healthz")
    with serve as served, following(served, phones):
        entries = play(served, WARM_UP + wanted, 0.0)
        for _ in islice(entries, WARM_UP):
            pass
        yield served, entries


def processor_ms(served: Served) -> float:
    """Milliseconds of processor, user and system, that the server has had."""
    clock = ~served.process.pid << 3 | CPU_CLOCK
    return time.clock_gettime(clock) * 1_000
