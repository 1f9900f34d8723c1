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
from scorekeeper.journal.database import Database, MatchGames, StoredGame
from scorekeeper.journal.history import Row, raw_json, rows_of
from scorekeeper.journal.journal import new_entry
from scorekeeper.table import Table

SEED = 121
AT_ONCE = 100
"""Games to a transaction."""


class Kept(NamedTuple):
    """A finished game: its rows, and its result."""

    rows: tuple[Row, ...]
    finished: GameResult

    @property
    def line(self) -> int:
        """The line that began it."""
        return self.rows[0].version


def years(folder: Path, games: int, *, one_match: bool = False) -> int:
    """Make *folder* the place of a table with *games* finished games; how many lines they are.

    They are six-card cribbage, all *one_match* or each a match of its own. Every row and game is
    stored as the journal does it, and the backup is as far, so that nothing tells it from a
    journal that grew.
    """
    folder.mkdir()
    path = folder / JOURNAL
    first, second = _two_games(folder / "two", one_match)
    with closing(Database.create(path, "years")) as database:
        for at in range(0, games, AT_ONCE):
            with database.transaction():
                for number in range(at, min(at + AT_ONCE, games)):
                    _keep(database, _later(second, number - 1) if number else first)
        lines = database.last
        database.checkpoint()
    shutil.copyfile(path, path.with_name(f"{JOURNAL}.backup"))
    return lines


def _two_games(folder: Path, one_match: bool) -> tuple[Kept, Kept]:
    """Two whole games, entered at a real table, and their results."""
    dealer, table = Bot(Random(SEED)), Table(Journal.open(folder / JOURNAL))
    ends = [0]
    for begin in (dealer.begin("six-card"), Next() if one_match else dealer.begin("six-card")):
        table.submit(begin)
        while table.now.game.phase is not Phase.OVER:
            table.submit(dealer.next_action(table.now.game))
        ends.append(table.now.version)
    finished = reversed(table.games())
    table.close()
    with closing(Database.open(folder / JOURNAL)) as database:
        rows = [rows_of(database)(last + 1, end) for last, end in pairwise(ends)]
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


def _keep(database: Database, game: Kept) -> None:
    finished, line = game.finished, game.line
    stored = StoredGame(
        match=finished.match,
        place=finished.place,
        floor=line,
        head=game.rows[-1].version,
        body=to_json(finished).decode(),
    )
    games = MatchGames(finished.match, line, (stored,))
    database.add(line, [new_entry(row) for row in game.rows], (games,))
