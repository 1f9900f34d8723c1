"""Kill a table again and again: `python -m tests.kill.killing 10000` prints what was lost."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import NamedTuple

from scorekeeper.table import Journal, Table

HOUSE = Path(__file__).parents[2]


class Tally(NamedTuple):
    """What came of so many kills."""

    kills: int
    acknowledged: int
    lost: int
    unreadable: int


def kill(times: int, path: Path, luck: Random) -> Tally:
    """A new process each time, killed in the middle of its entries."""
    tally = Tally(times, 0, 0, 0)
    for number in range(times):
        said = _until_killed(path, f"p{number}", luck.randint(1, 60))
        journal = Journal.open(path)
        here = {key: version for version, key in _keys(journal)}
        tally = Tally(
            times,
            tally.acknowledged + len(said),
            tally.lost + sum(here.get(key) != version for version, key in said),
            tally.unreadable + (journal.news != ()),
        )
        Table(journal).close()
    return tally


def _until_killed(path: Path, name: str, entries: int) -> list[tuple[int, str]]:
    """What a process said before it was killed: at least so many entries were accepted."""
    command = [sys.executable, "-m", "tests.kill.entering", str(path), name]
    with Popen(command, cwd=HOUSE, stdout=PIPE) as process:
        assert process.stdout
        lines = [process.stdout.readline() for _ in range(entries)]
        process.kill()
        lines += process.stdout.readlines()
    return [
        (int(line.split()[0]), line.split()[1].decode()) for line in lines if line[-1:] == b"\n"
    ]


def _keys(journal: Journal) -> Iterator[tuple[int, str]]:
    for row in journal.rows(1, journal.last):
        if row.key:
            yield row.version, row.key


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(kill(int(sys.argv[1]), Path(folder, "journal.sqlite3"), Random(1)))
