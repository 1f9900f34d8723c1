"""The journal of a table: every accepted line, on the disk before anyone sees it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, Literal, Self

import msgspec

from scorekeeper.game.marks import GameName
from scorekeeper.game.record import TableState
from scorekeeper.journal.database import Database, NewEntry
from scorekeeper.journal.games import (
    Earlier,
    GameResult,
    PlayedGame,
    changed_games,
    index_games,
    played_game,
    read_result,
)
from scorekeeper.journal.history import History, Row, decode_row
from scorekeeper.journal.store import Clock, Store, utc_now

FORMAT: Final = 2
"""The format of an export."""
CHUNK: Final = 500


class Journal(Store[Row]):
    """Made by ``open`` or ``in_memory``; the Table uses it from one thread at a time.

    ``games_changed`` counts the lines that changed a finished game.
    """

    games_changed = 0

    @classmethod
    def in_memory(cls) -> Self:
        """Return a journal that is gone with the program."""
        return cls(None, decode_row)

    @classmethod
    def open(cls, path: Path, *, clock: Clock = utc_now) -> Self:
        """Return the journal at *path*, created or repaired if need be; ``notices`` say so.

        JournalFault NEWER, IN_USE, NO_SPACE, READ_ONLY, NO_ACCESS or IO_ERROR.
        """
        return cls(path, decode_row, clock=clock)

    def write(
        self,
        row: Row,
        before: TableState,
        after: TableState,
        *,
        amends: bool,
        earlier: Earlier | None,
    ) -> None:
        """Write one more row, which leads from state *before* to *after*; *amends* if it does,
        undoes or redoes an amend, of an *earlier* match perhaps. When this returns, it is
        durable."""
        games = changed_games(self.ready(), before, after, amends=amends, earlier=earlier)
        self.add([new_entry(row)], games)
        self.games_changed += len(games) + (before.marks != after.marks)

    def index(self, database: Database) -> None:
        """Store the finished games of a repaired journal."""
        index_games(database)

    def list_games(self, before: GameName | None, limit: int) -> tuple[GameResult, ...]:
        """Return at most *limit* finished games, newest first, older than match and place
        *before*."""
        return tuple(read_result(game.body) for game in self.ready().games(before, limit))

    def load_game(self, name: GameName) -> PlayedGame | None:
        """Return the finished game of match and place *name*; None if there is none."""
        database = self.ready()
        found = database.game(*name)
        return played_game(database, found) if found else None


def new_entry(row: Row) -> NewEntry:
    """Return *row* as it is stored."""
    return NewEntry(msgspec.json.encode(row).decode(), row.key)


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of an export: the format, the journal's name, and how many entries follow."""

    cribble: Literal["journal"] = "journal"
    format: int = FORMAT
    journal: str
    entries: int


def header_line(journal: str, entries: int) -> bytes:
    """Return the first line of an export."""
    return msgspec.json.encode(Header(journal=journal, entries=entries)) + b"\n"


def row_line(row: Row) -> bytes:
    """Return the line of an export for *row*."""
    return msgspec.json.encode(row) + b"\n"


def export_lines(path: Path) -> Iterator[bytes]:
    """Iterate over the export of the journal at *path*, which may be in use. JournalFault."""
    with closing(Database.open(path)) as database:
        last = database.last
        yield header_line(database.journal, last)
        for first in range(1, last + 1, CHUNK):
            for entry in database.entries(first, min(first + CHUNK - 1, last)):
                yield row_line(decode_row(entry))


def played_games(path: Path) -> Iterator[PlayedGame]:
    """Iterate over the finished games that count of the journal at *path*, oldest first, under the
    names that figures have. It may be in use. Raises JournalFault."""
    with closing(Database.open(path)) as database:
        marks = History.of(database).after(database.last).state.marks
        for game in reversed(database.games(None, -1)):
            played = played_game(database, game)
            result = played.game.marked(marks)
            if result.counts:
                yield played._replace(game=result)
