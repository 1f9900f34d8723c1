"""Kill a table again and again: acknowledged entries must not be lost.

Run as a program with a journal, it forks a process for each name that it reads, which reopens the
journal and enters points until killed: importing the program takes Python half a second. A child
first prints its process id; once it has ended, the parent says so.
"""

import os
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from time import sleep

from scorekeeper.game.actions import Abandon, Amend, Annul, Asked, Concede, Deal, Peg, Start, Undo
from scorekeeper.game.state import Phase
from scorekeeper.journal import Journal, JournalFault
from scorekeeper.journal.database import MatchGames
from scorekeeper.journal.journal import index_games
from scorekeeper.table import Table
from tests.firmware.rig.toolchain import built, need
from tests.kit.paths import ROOT

SOURCE = Path(__file__).with_name("power.c")
STRICT = ("-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1")

MAX_LINES = 40

LATER = 0.005
"""Maximum seconds from the last of them to the kill, which may be within an entry."""

CHUNK = 1000


DEALS = 5
"""Deals per match, which stays short, since long ones take longer to open."""

AGAIN = 0.01
"""Seconds until an entry that could not be stored is retried."""

Said = list[tuple[int, str]]


class Power:
    """A simulated disk on which a power cut loses everything not synced in *folder*, by programs
    with this ``environment``."""

    def __init__(self, folder: Path) -> None:
        need("gcc")
        library = built("power", ("gcc", *STRICT, "-shared", "-fPIC"), (SOURCE,))
        self._folder, self._kept = folder, folder.with_name(f"{folder.name}-kept")
        self._broken = self._kept / "broken"
        self.environment = os.environ | {
            "LD_PRELOAD": str(library),
            "CRIBBLE_KEPT": str(self._kept),
        }
        self.on()

    def on(self) -> None:
        """Start the simulation; existing files count as synced."""
        _same(self._folder, self._kept)

    def cut(self) -> None:
        """Reset the folder to its state after a power cut."""
        _same(self._kept, self._folder)

    def fail(self) -> None:
        self._broken.touch()

    def mend(self) -> None:
        self._broken.unlink()


def _same(folder: Path, other: Path) -> None:
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(folder, other, ignore=shutil.ignore_patterns(".*"))


def kill(times: int, path: Path, luck: Random, power: Power | None = None) -> int:
    """Kill a new process each time in the middle of its entries, with *power* if given; raise
    AssertionError if a journal needs repair or an entry is lost. Return the number acknowledged."""
    said, known = Said(), 0
    with nursery_of(path, power) as nursery:
        for number in range(times):
            if power:
                power.on()
            new = _until_killed(nursery, f"p{number}", luck)
            if power:
                power.cut()
            journal = Journal.open(path)
            assert not _missing(journal, known, new), f"after {number} kills"
            known, said = journal.last, said + new
            table = Table(journal)
            assert journal.notices == (), f"after {number} kills"
            table.close()
    journal = Journal.open(path)
    assert not _missing(journal, 0, said)
    assert _is_listed(journal)
    journal.close()
    print(f"{times:,} kills, {len(said):,} acknowledged entries, none lost")
    return len(said)


@contextmanager
def nursery_of(path: Path, power: Power | None = None) -> Iterator[Popen[str]]:
    command = [sys.executable, "-m", __name__, str(path)]
    env = power.environment if power else None
    with Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, encoding="utf-8", env=env) as nursery:
        yield nursery


def _until_killed(nursery: Popen[str], name: str, luck: Random) -> Said:
    child = born(nursery, name)
    lines = [line_of(nursery) for _ in range(luck.randint(0, MAX_LINES))]
    sleep(luck.uniform(0, LATER))
    lines += end(nursery, child)
    return [(int(version), key) for version, key in map(str.split, lines)]


def born(nursery: Popen[str], name: str) -> int:
    assert nursery.stdin
    print(name, file=nursery.stdin, flush=True)
    return int(line_of(nursery))


def end(nursery: Popen[str], child: int) -> list[str]:
    os.kill(child, signal.SIGKILL)
    return [*iter(partial(line_of, nursery), "gone\n")]


def line_of(nursery: Popen[str]) -> str:
    assert nursery.stdout
    line = nursery.stdout.readline()
    assert line, "the nursery broke down"
    return line


def _is_listed(journal: Journal) -> bool:
    database = journal.ready()
    listed = database.games(None, -1)
    with database.transaction():
        for game in listed:
            database.replace_games(MatchGames(game.match, 0, ()))
        index_games(database)
    return [game._replace(head=0) for game in listed] == [
        game._replace(head=0) for game in database.games(None, -1)
    ]


def _missing(journal: Journal, known: int, said: Said) -> set[str]:
    """Return the keys of acknowledged entries *said* that are missing in rows after *known*."""
    here = {
        row.key: row.version
        for first in range(known + 1, journal.last + 1, CHUNK)
        for row in journal.rows(first, min(first + CHUNK - 1, journal.last))
    }
    return {key for version, key in said if here.get(key) != version}


def enter(path: Path, name: str) -> None:
    """Make entries ``name-0``, ``name-1``, …; print version and key of each once accepted."""
    _say(str(os.getpid()))
    table = Table(Journal.open(path))
    _begin(table)
    for number in count():
        action, key = _next(table, number), f"{name}-{number}"
        while (version := _entered(table, action, key)) is None:
            sleep(AGAIN)
        _say(f"{version} {key}")


def _next(table: Table, number: int) -> Asked:
    """Return points, sometimes a correction of the last match, an annulment, or undo."""
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
    """Return the version. An entry that cannot be stored is reported, and must not be shown."""
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
    for line in sys.stdin:
        child = os.fork()
        if not child:
            enter(path, line.strip())
        os.waitpid(child, 0)
        _say("gone")


if __name__ == "__main__":
    nurse(Path(sys.argv[1]))
