"""Time to put the first card of the longest game right, previewed and done."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from msgspec.structs import replace

from cribble.demo import Bot
from cribble.folders import JOURNAL
from scorekeeper.game.actions import Amend, Peg, Play
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from tests.bench.figures import Aim, Figure, halves

SEED = 11


def mending(folder: Path, *, target: int, runs: int) -> Iterator[Figure]:
    """Four players to the highest *target*, with points forgotten before the first card."""
    folder.mkdir()
    table = Table(Journal.open(folder / JOURNAL))
    _play(table, target)
    nodes = table.nodes()
    first = next(one.entry for one in nodes if isinstance(one.entry.actions[0], Play))
    peg = Peg(team=0, points=1)
    asked = Amend(entry=first.entry, actions=(peg, *first.actions), drop_rest=True)
    thought = [_ms(table.preview, asked) for _ in range(runs)]
    done = [_ms(table.submit, asked) for _ in range(runs)]
    table.close()
    what = f"the first of {len(nodes)} entries right"
    yield Figure(
        f"Thinking about putting {what}", median(thought), " ms", None, halves(thought, " ms")
    )
    yield Figure(f"Putting {what}", median(done), " ms", Aim(at_most=200), halves(done, " ms"))


def _play(table: Table, target: int) -> None:
    dealer = Bot(Random(SEED))
    table.submit(replace(dealer.begin("cribble"), options={"target": target}))
    while table.now.game.phase is not Phase.OVER:
        table.submit(dealer.next_action(table.now.game))


def _ms(how: Callable[[Amend], object], asked: Amend) -> float:
    began = perf_counter()
    how(asked)
    return 1000 * (perf_counter() - began)
