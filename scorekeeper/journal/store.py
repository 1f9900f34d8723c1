"""One SQLite file of rows: marks are checked when opened, sums when read; rows are only added."""

from __future__ import annotations

import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from scorekeeper.journal.errors import JournalFault, Trouble, told_plainly
from scorekeeper.journal.row import FIELDS, Row, digest
from scorekeeper.journal.schema import APPLICATION, LAYOUT, laid_out, lay_out, mark, schema

COLUMNS: Final = ", ".join(f'"{name}"' for name in FIELDS)
READ: Final = 'SELECT {} FROM journal WHERE "version" BETWEEN ? AND ? ORDER BY "version"'
HAS_GAME: Final = "SELECT count(*) FROM pragma_table_info('journal') WHERE name = 'game'"
OLDER_COLUMNS: Final = COLUMNS.replace('"game"', "NULL")
"""SQLite would take a quoted column that is not there for a text."""
ADD: Final = f"INSERT INTO journal ({COLUMNS}) VALUES ({', '.join('?' * len(FIELDS))})"
BEGINNINGS: Final = """SELECT "version" FROM journal
WHERE "kind" = 'do' AND coalesce("game", "match") = "version" ORDER BY "version" """
LEFT: Final = """SELECT "line", "match", "ended", "below", "far", "depth", "games", "sum"
FROM left_behind WHERE "line" = ?"""

BUSY_SECONDS: Final = 5.0

SETTINGS: Final = ("journal_mode = WAL", "synchronous = FULL", "cell_size_check = ON")
"""A commit comes back only when it is on the disk; a torn page is seen rather than guessed at."""


class Left(NamedTuple):
    """What the `start` or `next` of a ``line`` left behind.

    ``match`` is what was played, ``ended`` how many of its games had ended. ``games`` are, as JSON,
    those from line ``below`` on; the older ones were left behind by that one. ``far`` is a line
    that follows further down, ``depth`` how many there are.
    """

    line: int
    match: int
    ended: int
    below: int
    far: int
    depth: int
    games: str


class Store:
    """Not for two threads at once. Every trouble is a JournalFault."""

    def __init__(self, db: sqlite3.Connection, path: Path | None) -> None:
        self._db, self._path = db, path
        weakref.finalize(self, db.close)

    @classmethod
    def create(cls, path: Path | None, journal: str, *, layout: int = LAYOUT) -> Store:
        """A new file, or without *path* one in memory, for the journal called *journal*."""
        store = cls(_connect(path, "rwc"), path)
        store._settle()
        with store.all_or_nothing():
            for one in range(1, layout + 1):
                store.lay_out(one)
            store._db.execute("INSERT INTO meta VALUES ('journal', ?)", [journal])
        return store

    @classmethod
    def open(cls, path: Path, *, whole: bool = True) -> Store:
        """A journal that is there: else MISSING, FOREIGN, NEWER or DAMAGED.

        What need not be *whole* is not asked for its marks; it is only to be read.
        """
        if not path.exists():
            raise JournalFault(Trouble.MISSING, path)
        store = cls(_connect(path, "rw"), path)
        try:
            if whole:
                store._check_marks()
                store._settle()
        except JournalFault:
            store.close()
            raise
        return store

    def _check_marks(self) -> None:
        if self._mark("application_id") != APPLICATION:
            (tables,) = self._one("SELECT count(*) FROM sqlite_master")
            raise JournalFault(Trouble.FOREIGN if tables else Trouble.MISSING, self._path)
        layout = self.layout
        if self._meta("layout") != str(layout):
            raise JournalFault(Trouble.DAMAGED, self._path, "layout")
        if layout > LAYOUT:
            raise JournalFault(Trouble.NEWER, self._path, layout=layout, known=LAYOUT)
        with told_plainly(self._path):
            if not laid_out(layout) <= schema(self._db):
                raise JournalFault(Trouble.DAMAGED, self._path, "schema")

    def _settle(self) -> None:
        with told_plainly(self._path):
            for setting in SETTINGS:
                self._db.execute(f"PRAGMA {setting}")

    def _mark(self, name: str) -> int:
        with told_plainly(self._path):
            return mark(self._db, name)

    def _one(self, query: str, *values: object) -> tuple[Any, ...]:
        with told_plainly(self._path):
            row: tuple[Any, ...] | None = self._db.execute(query, values).fetchone()
        return row or ()

    @property
    def layout(self) -> int:
        """The layout that this file has."""
        return self._mark("user_version")

    @property
    def journal(self) -> str:
        """The journal's random name."""
        return self._meta("journal")

    def _meta(self, name: str) -> str:
        if found := self._one("SELECT value FROM meta WHERE name = ?", name):
            return str(found[0])
        raise JournalFault(Trouble.DAMAGED, self._path, name)

    @property
    def last(self) -> int:
        """The number of the last row, which is how many there are."""
        (number,) = self._one("SELECT max(version) FROM journal")
        return int(number or 0)

    def row(self, version: int) -> Row:
        """One row, its sum checked against the row before it."""
        return self.rows(version, version)[0]

    def rows(self, first: int, last: int) -> tuple[Row, ...]:
        """Rows *first* to *last*, each sealed by the one before it; else JournalFault DAMAGED."""
        rows = self._read(first - 1, last)
        before = rows.pop(0).sum if first > 1 and rows else ""
        for version in range(first, last + 1):
            row = rows[version - first] if version - first < len(rows) else None
            if row is None or row.version != version or row.sum != row.seal(before):
                raise JournalFault(Trouble.DAMAGED, self._path, f"line {version}")
            before = row.sum
        return tuple(rows)

    def unproven(self, version: int) -> Row | None:
        """One row as it lies there, unproven; None where there is none."""
        rows = self._read(version, version)
        return rows[0] if rows else None

    def _read(self, first: int, last: int) -> list[Row]:
        with told_plainly(self._path):
            (has_game,) = self._one(HAS_GAME)
            query = READ.format(COLUMNS if has_game else OLDER_COLUMNS)
            return [Row(*row) for row in self._db.execute(query, (first, last))]

    def beginnings(self) -> tuple[int, ...]:
        """Every row that begins a match or a game."""
        with told_plainly(self._path):
            found = self._db.execute(BEGINNINGS).fetchall()
        return tuple(version for (version,) in found)

    def top_after(self, version: int) -> int:
        """The number on top after row *version*; 0 before the first."""
        return self.row(version).top if version else 0

    def keyed(self, key: str) -> Row | None:
        """The row that was accepted with this key."""
        found = self._one('SELECT "version" FROM journal WHERE "key" = ?', key)
        if not found:
            return None
        row = self.row(int(found[0]))
        if row.key != key:
            raise JournalFault(Trouble.DAMAGED, self._path, "key")
        return row

    def left_behind(self, line: int) -> Left | None:
        """What the `start` or `next` of row *line* left behind, where the index has it unharmed."""
        found = self._one(LEFT, line)
        if not found:
            return None
        *said, kept = found
        left = Left(*said)
        return left if kept == self._seal(left) else None

    def _seal(self, left: Left) -> str:
        return digest(self._one('SELECT "sum" FROM journal WHERE "version" = ?', left.line), left)

    def add(self, row: Row) -> None:
        """Write one row after the last."""
        with told_plainly(self._path):
            self._db.execute(ADD, [getattr(row, name) for name in FIELDS])

    def add_left(self, left: Left) -> None:
        """Write what a `start` or `next` left behind, over what the index said of it before."""
        with told_plainly(self._path):
            self._db.execute(
                "INSERT OR REPLACE INTO left_behind VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*left, self._seal(left)),
            )

    def lay_out(self, layout: int) -> None:
        """Bring the file from the layout before to *layout*."""
        with told_plainly(self._path):
            lay_out(self._db, layout)

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """What is added in here is on the disk when this ends, or was never there."""
        with told_plainly(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    def write_back(self) -> None:
        """Move the write-ahead log into the file, as far as nobody has to wait for it."""
        self._one("PRAGMA wal_checkpoint(PASSIVE)")

    def make_safe(self) -> None:
        """Have everything that can be read here on the disk; JournalFault where that fails."""
        (busy, *_) = self._one("PRAGMA wal_checkpoint(FULL)")
        if busy:
            raise JournalFault(Trouble.IO_ERROR, self._path, "busy")

    def close(self) -> None:
        """Let go of the file. All rows are safe already, so trouble here harms nothing."""
        with suppress(sqlite3.Error):
            self._db.close()


def _connect(path: Path | None, mode: str) -> sqlite3.Connection:
    name = f"file:{quote(str(path))}?mode={mode}" if path else ":memory:"
    with told_plainly(path):
        return sqlite3.connect(
            name, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
