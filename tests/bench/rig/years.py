"""A journal as years of evenings leave it: two real games, the second kept over and over."""

import shutil
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from cribble.demo import Bot
from cribble.folders import JOURNAL
from scorekeeper.game.actions import Next
from scorekeeper.game.codec import to_json
from scorekeeper.game.events import GameBegan
from scorekeeper.game.state import Phase
from scorekeeper.journal import GameResult, Journal
from scorekeeper.journal.row import Row, raw_json
from scorekeeper.journal.store import IndexRow, Store
from scorekeeper.table import Table

SEED = 121
AT_ONCE = 100
"""Games to a transaction."""


class Kept(NamedTuple):
    """A finished game: its rows, and what the index says of it."""

    rows: tuple[Row, ...]
    finished: GameResult

    @property
    def line(self) -> int:
        """The line that began it."""
        return self.rows[0].version


def years(folder: Path, games: int, *, one_match: bool = False) -> int:
    """Make *folder* the place of a table with *games* finished games; how many lines they are.

    They are six-card cribbage, all *one_match* or each a match of its own. Every row is sealed and
    indexed as the journal does it, and the backup is as far, so that nothing tells it from a
    journal that grew.
    """
    folder.mkdir()
    path = folder / JOURNAL
    first, second = _two_games(folder / "two", one_match)
    store, last = Store.create(path, "years"), None
    for at in range(0, games, AT_ONCE):
        with store.all_or_nothing():
            for number in range(at, min(at + AT_ONCE, games)):
                game = _later(second, number - 1) if number else first
                _keep(store, game, last)
                last = game
    lines = store.last
    store.write_back()
    store.close()
    shutil.copyfile(path, path.with_name(f"{JOURNAL}.backup"))
    return lines


def _two_games(folder: Path, one_match: bool) -> tuple[Kept, Kept]:
    """Two whole games, entered at a real table, and what the index says of them."""
    dealer, table = Bot(Random(SEED)), Table(Journal.open(folder / JOURNAL))
    ends = [0]
    for begin in (dealer.begin("six-card"), Next() if one_match else dealer.begin("six-card")):
        table.submit(begin)
        while table.now.game.phase is not Phase.OVER:
            table.submit(dealer.next_action(table.now.game))
        ends.append(table.now.version)
    finished = reversed(table.games())
    table.close()
    with closing(Store.open(folder / JOURNAL)) as store:
        rows = [store.rows(last + 1, end) for last, end in pairwise(ends)]
    first, second = map(Kept, rows, finished)
    return first, second


def _later(game: Kept, number: int) -> Kept:
    """*game* once more, *number* games later."""
    shift, finished = number * len(game.rows), game.finished
    if game.rows[0].starts:
        return Kept(_moved(game.rows, shift, shift), replace(finished, match=game.line + shift))
    first, *rest = _moved(game.rows, shift, 0)
    began, *more = first.happened()
    assert isinstance(began, GameBegan)
    won = [now - then for then, now in zip(began.games, finished.credited, strict=True)]
    before, after = (
        tuple(had + number * more for had, more in zip(games, won, strict=True))
        for games in (began.games, finished.credited)
    )
    began = replace(began, number=began.number + number, games=before)
    first = replace(first, events=raw_json((began, *more)))
    finished = replace(finished, place=finished.place + number, credited=after)
    return Kept((first, *rest), finished)


def _moved(rows: tuple[Row, ...], shift: int, matches: int) -> tuple[Row, ...]:
    """The rows as they are so many lines later; each has the key of some phone."""
    return tuple(
        replace(
            row,
            version=row.version + shift,
            match=row.match + matches,
            head=row.head + shift,
            redo_head=row.redo_head + shift,
            game=row.game + shift,
            key=f"{row.version + shift:032x}",
        )
        for row in rows
    )


def _keep(store: Store, game: Kept, last: Kept | None) -> None:
    """Write down *game*, and what it left behind."""
    before = store.row(store.last).sum if last else ""
    for row in game.rows:
        sealed = row.sealed(before)
        store.add(sealed, before)
        before = sealed.sum
    store.add_to_index(_left_behind(game.line, last))


def _left_behind(line: int, last: Kept | None) -> IndexRow:
    if last is None:
        return IndexRow(line, 0, 0, 0, "[]")
    finished = last.finished
    games = to_json((finished,)).decode()
    return IndexRow(line, finished.match, finished.place + 1, last.line, games)
