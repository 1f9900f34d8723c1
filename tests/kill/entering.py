"""Enters points at a table until it is killed, and says each entry aloud once it was accepted."""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

from scorekeeper.game.actions import Deal, Peg, Start
from scorekeeper.table import Journal, Table


def enter(path: Path, name: str) -> None:
    """Entries ``name-0``, ``name-1``, …; each is written to standard output as version and key."""
    table = Table(Journal.open(path))
    if not table.now.game.players:
        table.submit(Start(rules="acc", players=("Ann", "Ben"), dealer=0))
    for number in count():
        key = f"{name}-{number}"
        peg = Peg(team=number % 2, points=1 if table.now.game.scores[number % 2] < 60 else -1)
        receipt = table.submit(Deal() if number % 20 == 19 else peg, key=key)
        os.write(sys.stdout.fileno(), f"{receipt.version} {key}\n".encode())


if __name__ == "__main__":
    enter(Path(sys.argv[1]), sys.argv[2])
