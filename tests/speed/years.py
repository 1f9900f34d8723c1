"""A journal as years of evenings leave it: one real game, kept over and over."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

from msgspec.structs import replace

from cribble.dealer import Dealer
from cribble.home import JOURNAL
from scorekeeper.game.state import Phase
from scorekeeper.table import Journal, Table
from scorekeeper.table.finished import Finished, write_finished
from scorekeeper.table.row import Row
from scorekeeper.table.store import Left, Store

SEED = 121
AT_ONCE = 100
"""Games to a transaction."""


def years(folder: Path, games: int) -> int:
    """Make *folder* the place of a table with *games* finished games; how many lines they are.

    Each game is a match of six-card cribbage of its own. Every row is sealed and indexed as the
    journal does it, and the backup is as far, so that nothing tells it from a journal that grew.
    """
    folder.mkdir()
    path = folder / JOURNAL
    game, finished = _one_game(folder / "one")
    store = Store.create(path, "years")
    before = ""
    for first in range(0, games, AT_ONCE):
        with store.all_or_nothing():
            for number in range(first, min(first + AT_ONCE, games)):
                before = _keep(store, number, game, finished, before)
    lines = store.last
    store.write_back()
    store.close()
    shutil.copyfile(path, path.with_name(f"{JOURNAL}.backup"))
    return lines


def _one_game(folder: Path) -> tuple[tuple[Row, ...], Finished]:
    """A whole game, entered at a real table: its rows, and what the index says of it."""
    dealer, table = Dealer(Random(SEED)), Table(Journal.open(folder / JOURNAL))
    table.submit(dealer.begin("six-card"))
    while table.now.game.phase is not Phase.OVER:
        table.submit(dealer.next_action(table.now.game))
    (finished,) = table.games()
    lines = table.now.version
    table.close()
    store = Store.open(folder / JOURNAL)
    rows = store.rows(1, lines)
    store.close()
    return rows, finished


def _keep(store: Store, number: int, game: tuple[Row, ...], finished: Finished, before: str) -> str:
    """Keep *game* once more, the *number*th time after the first; the sum of its last row."""
    base = number * len(game)
    for row in _moved(game, base):
        sealed = row.sealed(before)
        store.add(sealed)
        before = sealed.sum
        if row.starts and base:
            match = base - len(game) + 1
            games = write_finished((replace(finished, match=match),))
            store.add_left(Left(row.version, match, games))
    return before


def _moved(game: tuple[Row, ...], base: int) -> Iterator[Row]:
    """The rows of *game* as they are after *base* others; each has the key of some phone."""
    for row in game:
        yield replace(
            row,
            version=base + row.version,
            match=base + row.match,
            top=base + row.top,
            tip=base + row.tip,
            key=f"{base + row.version:032x}",
        )
