"""Processes that enter points until they are killed, one after the other.

Python needs half a second to read the program, and the fiftieth time proves no more than the first:
one process has read it, and forks another for each name that it reads, which reopens the journal.
A child first prints its process id; once it is gone, the parent prints so.
"""

import os
import sys
from itertools import count
from pathlib import Path
from time import sleep

from scorekeeper.game.actions import Abandon, Amend, Annul, Asked, Concede, Deal, Peg, Start, Undo
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal, JournalFault
from scorekeeper.table import Table

DEALS = 5
"""In a match, which stays short: the longer it is, the longer it takes to open."""

AGAIN = 0.01
"""Seconds after which an entry that could not be kept is tried again."""


def enter(path: Path, name: str) -> None:
    """Entries ``name-0``, ``name-1``, …; each is said as version and key once it was accepted."""
    _say(str(os.getpid()))
    table = Table(Journal.open(path))
    _begin(table)
    for number in count():
        action, key = _next(table, number), f"{name}-{number}"
        while (version := _entered(table, action, key)) is None:
            sleep(AGAIN)
        _say(f"{version} {key}")


def _next(table: Table, number: int) -> Asked:
    """Points, and in between a correction of the match before, an annulled game, and their undo."""
    latest = table.games(limit=1)
    match number % 20, latest:
        case 4, (game,):
            return Amend(
                entry=game.match + 1, actions=(Concede(team=number // 20 % 2),), drop_rest=True
            )
        case 9, (game,):
            return Annul(match=game.match, place=0, counts=not game.counts)
        case ((5 | 10), (_,)) if number // 20 % 2:
            return Undo()
        case 19, _:
            return Deal()
        case _:
            team = number % 2
            return Peg(team=team, points=1 if table.now.game.scores[team] < 60 else -1)


def _entered(table: Table, action: Asked, key: str) -> int | None:
    """Under which number it is kept. If it cannot be, that is said and nobody is shown it."""
    before = table.now
    try:
        return table.submit(action, key=key).version
    except JournalFault as fault:
        _say(fault.code if table.now is before else "shown, but not kept")
        return None


def _begin(table: Table) -> None:
    game, over = table.now.game, (Phase.IDLE, Phase.OVER)
    if game.deal and game.deal.number > DEALS and game.phase not in over:
        table.submit(Abandon())
    if table.now.game.phase in over:
        table.submit(Start(rules="acc", players=("Ann", "Ben"), dealer=0))


def _say(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def nurse(path: Path) -> None:
    """A child for each name, one after the other."""
    for line in sys.stdin:
        child = os.fork()
        if not child:
            enter(path, line.strip())
        os.waitpid(child, 0)
        _say("gone")


if __name__ == "__main__":
    nurse(Path(sys.argv[1]))
