"""Kill a table again and again: what was accepted must be there afterwards, and stay there."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from time import sleep
from typing import NamedTuple

from scorekeeper.journal import Journal
from scorekeeper.journal.database import MatchGames
from scorekeeper.journal.journal import index_games
from scorekeeper.table import Table
from tests.kit.kill.power import Power
from tests.kit.paths import ROOT

MOST = 40
"""Entries that a process is let make, and sometimes none."""

LATER = 0.005
"""Seconds, at the most, from the last of them to the kill, which may come anywhere in an entry."""

CHUNK = 1000
"""Rows that are looked at together."""

Said = list[tuple[int, str]]


class Tally(NamedTuple):
    """The result of a number of kills."""

    kills: int
    acknowledged: int
    lost: int
    unreadable: int

    def __str__(self) -> str:
        return (
            f"{self.kills:,} kills, {self.acknowledged:,} acknowledged entries, {self.lost} lost, "
            f"{self.unreadable} journals that had to be mended"
        )


def kill(times: int, path: Path, luck: Random, power: Power | None = None) -> Tally:
    """A new process each time, killed in the middle of its entries, with all of the *power*."""
    said, lost, unreadable, known = Said(), set[str](), 0, 0
    with nursery_of(path, power) as nursery:
        for number in range(times):
            if power:
                power.on()
            new = _until_killed(nursery, f"p{number}", luck)
            if power:
                power.cut()
            journal = Journal.open(path)
            lost |= _missing(journal, known, new)
            known, said = journal.last, said + new
            table = Table(journal)
            unreadable += journal.notices != ()
            table.close()
    journal = Journal.open(path)
    lost |= _missing(journal, 0, said)
    unreadable += not _is_listed(journal)
    journal.close()
    return Tally(times, len(said), len(lost), unreadable)


@contextmanager
def nursery_of(path: Path, power: Power | None = None) -> Iterator[Popen[str]]:
    """Start the process that forks those who enter at the journal of that *path*."""
    command = [sys.executable, "-m", "tests.kit.kill.writer", str(path)]
    env = power.environment if power else None
    with Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, encoding="utf-8", env=env) as nursery:
        yield nursery


def _until_killed(nursery: Popen[str], name: str, luck: Random) -> Said:
    """Return what a process printed before it was killed after a while."""
    child = born(nursery, name)
    lines = [line_of(nursery) for _ in range(luck.randint(0, MOST))]
    sleep(luck.uniform(0, LATER))
    lines += end(nursery, child)
    return [(int(version), key) for version, key in map(str.split, lines)]


def born(nursery: Popen[str], name: str) -> int:
    """The process in which that one now enters."""
    assert nursery.stdin
    print(name, file=nursery.stdin, flush=True)
    return int(line_of(nursery))


def end(nursery: Popen[str], child: int) -> list[str]:
    """Kill it; what it still said."""
    os.kill(child, signal.SIGKILL)
    return [*iter(partial(line_of, nursery), "gone\n")]


def line_of(nursery: Popen[str]) -> str:
    """Return the next line."""
    assert nursery.stdout
    line = nursery.stdout.readline()
    assert line, "the nursery broke down"
    return line


def _is_listed(journal: Journal) -> bool:
    """True if the finished games that are listed are those that the entries make."""
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
    """Return the keys of *said* entries that are missing in the rows after number *known*."""
    here = {
        row.key: row.version
        for first in range(known + 1, journal.last + 1, CHUNK)
        for row in journal.rows(first, min(first + CHUNK - 1, journal.last))
    }
    return {key for version, key in said if here.get(key) != version}
