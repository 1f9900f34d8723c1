"""One SQLite file of rows: marks are checked when opened, sums when read; rows are only added."""

import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from time import sleep
from typing import Any, Final, NamedTuple, Self
from urllib.parse import quote

from scorekeeper.journal.errors import (
    FAULTS,
    JournalFault,
    Trouble,
    journal_fault,
    translate_errors,
)
from scorekeeper.journal.row import COLUMNS, Row, digest
from scorekeeper.journal.schema import (
    APPLICATION,
    LAYOUT,
    create_tables,
    mark,
    required_schema,
    schema_of,
)
from scorekeeper.private_files import create_private

NAMES: Final = ", ".join(f'"{name}"' for name in COLUMNS)
READ: Final = f'SELECT {NAMES} FROM journal WHERE "version" BETWEEN ? AND ? ORDER BY "version"'
ADD: Final = f"""INSERT INTO journal ({NAMES}) SELECT {", ".join("?" * len(COLUMNS))}
WHERE ? = coalesce((SELECT "sum" FROM journal ORDER BY "version" DESC LIMIT 1), '')"""
"""Nothing is added where the last row is not the one that the new one was sealed after."""
GAME_LINES: Final = """SELECT "version" FROM journal
WHERE "kind" = 'do' AND "game" = "version" ORDER BY "version" """

INDEX: Final = """SELECT indexed.*, journal."sum" FROM left_behind AS indexed
LEFT JOIN journal ON journal."version" = indexed."line" """
INDEX_DOWN: Final = f"""{INDEX} WHERE indexed."line" <= ? ORDER BY indexed."line" DESC LIMIT ?"""
INDEX_FROM: Final = f"""{INDEX} WHERE (indexed."match", indexed."ended") > (?, ?)
AND indexed."line" <= ? ORDER BY indexed."match", indexed."ended", indexed."line" """
ADD_INDEX: Final = "INSERT OR REPLACE INTO left_behind VALUES (?, ?, ?, ?, ?, ?)"
BUSY_SECONDS: Final = 5.0
AGAIN_SECONDS: Final = 0.1

SETTINGS: Final = ("journal_mode = WAL", "synchronous = FULL", "cell_size_check = ON")
"""A commit returns only when it is on the disk; a torn page is noticed rather than guessed at."""


class IndexRow(NamedTuple):
    """The finished games that the `start` or `next` of a ``line`` left behind.

    ``match`` is what was played, ``games_ended`` how many of its games. ``games`` are, as JSON,
    those since line ``below``, whose own row has the older ones.
    """

    line: int
    match: int
    games_ended: int
    below: int
    games: str


class Store:
    """Not for two threads at the same time. Every trouble is a JournalFault."""

    def __init__(self, db: sqlite3.Connection, path: Path | None) -> None:
        self._db, self._path = db, path
        weakref.finalize(self, db.close)

    @classmethod
    def create(cls, path: Path | None, journal: str) -> Self:
        """Make a file, or without *path* one in memory, for the journal called *journal*."""
        if path:
            with translate_errors(path):
                create_private(path)
        store = cls(_connect(path, "rw"), path)
        store._configure()
        with store.all_or_nothing():
            create_tables(store._db)
            store._db.execute("INSERT INTO meta VALUES ('journal', ?)", [journal])
        return store

    @classmethod
    def open(cls, path: Path, *, checked: bool = True) -> Self:
        """Open an existing journal. JournalFault MISSING, FOREIGN, OLDER, NEWER or
        DAMAGED.

        One that is not *checked* is only to be read, row by row.
        """
        if not path.exists():
            raise JournalFault(Trouble.MISSING, path)
        store = cls(_connect(path, "rw"), path)
        try:
            if checked:
                store._check_marks()
                store._configure()
        except JournalFault:
            store.close()
            raise
        return store

    @classmethod
    def look(cls, path: Path) -> Self:
        """Open a journal without a change to any file. Raises as ``open`` does."""
        if not path.exists():
            raise JournalFault(Trouble.MISSING, path)
        # Where nobody writes, SQLite would make files of its own beside it, and leave them.
        still = not path.with_name(f"{path.name}-wal").exists()
        store = cls(_connect(path, "ro&immutable=1" if still else "ro"), path)
        try:
            store._check_marks()
        except JournalFault:
            store.close()
            raise
        return store

    def _check_marks(self) -> None:
        if self._mark("application_id") != APPLICATION:
            (tables,) = self._one("SELECT count(*) FROM sqlite_master")
            raise JournalFault(Trouble.FOREIGN if tables else Trouble.MISSING, self._path)
        layout = self._mark("user_version")
        if self._meta("layout") != str(layout):
            raise JournalFault(Trouble.DAMAGED, self._path, "layout")
        if layout != LAYOUT:
            trouble = Trouble.NEWER if layout > LAYOUT else Trouble.OLDER
            raise JournalFault(trouble, self._path, layout=layout, known=LAYOUT)
        if not required_schema() <= self._schema():
            raise JournalFault(Trouble.DAMAGED, self._path, "schema")

    def _configure(self) -> None:
        with translate_errors(self._path):
            for setting in SETTINGS:
                self._db.execute(f"PRAGMA {setting}")

    def _mark(self, name: str) -> int:
        with translate_errors(self._path):
            return mark(self._db, name)

    def _schema(self) -> set[tuple[str, str]]:
        with translate_errors(self._path):
            return schema_of(self._db)

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        # Spelt out: this is called for every statement, and a context manager costs as much.
        try:
            return self._db.execute(query, values).fetchall()
        except FAULTS as fault:
            raise journal_fault(fault, self._path) from fault

    def _one(self, query: str, *values: object) -> tuple[Any, ...]:
        return next(iter(self._all(query, *values)), ())

    @property
    def journal(self) -> str:
        """The journal's random name."""
        return self._meta("journal")

    def _meta(self, name: str) -> str:
        if found := self._find_meta(name):
            return found
        raise JournalFault(Trouble.DAMAGED, self._path, name)

    def _find_meta(self, name: str) -> str | None:
        found = self._one("SELECT value FROM meta WHERE name = ?", name)
        return str(found[0]) if found else None

    @property
    def last(self) -> int:
        """The number of the last row, which is how many there are."""
        (number,) = self._one("SELECT max(version) FROM journal")
        return int(number or 0)

    def row(self, version: int) -> Row:
        """Return one row, its sum checked against the row before it."""
        return self.rows(version, version)[0]

    def rows(self, first: int, last: int) -> tuple[Row, ...]:
        """Return rows *first* to *last*. JournalFault DAMAGED unless each sum follows the last."""
        rows = self._read(first - 1, last)
        before = rows.pop(0).sum if first > 1 and rows else ""
        for version in range(first, last + 1):
            row = rows[version - first] if version - first < len(rows) else None
            if row is None or row.version != version or row.sum != row.seal(before):
                raise JournalFault(Trouble.DAMAGED, self._path, f"line {version}")
            before = row.sum
        return tuple(rows)

    def unproven(self, version: int) -> Row | None:
        """Return one row without a look at its sum; None where there is none."""
        rows = self._read(version, version)
        return rows[0] if rows else None

    def _read(self, first: int, last: int) -> list[Row]:
        return [Row.from_columns(values) for values in self._all(READ, first, last)]

    def game_lines(self) -> tuple[int, ...]:
        """Return the number of every `start` and `next`, undone ones included."""
        return tuple(version for (version,) in self._all(GAME_LINES))

    def head_after(self, version: int) -> int:
        """Return the head after row *version*; 0 before the first."""
        return self.row(version).head if version else 0

    def by_key(self, key: str) -> Row | None:
        """Return the row that was accepted with this key."""
        found = self._one('SELECT "version" FROM journal WHERE "key" = ?', key)
        if not found:
            return None
        row = self.row(int(found[0]))
        if row.key != key:
            raise JournalFault(Trouble.DAMAGED, self._path, "key")
        return row

    def add(self, row: Row, after: str) -> None:
        """Write one row after the one with the sum *after*, "" for none. JournalFault DAMAGED where
        that is not the last row of the file."""
        try:
            added = self._db.execute(ADD, (*row.columns(), after)).rowcount
        except FAULTS as fault:
            raise journal_fault(fault, self._path) from fault
        if not added:
            raise JournalFault(Trouble.DAMAGED, self._path, f"line {row.version - 1}")

    def check(self) -> None:
        """Look through the whole file for pages that are not as they should be. JournalFault."""
        (found,) = self._one("PRAGMA quick_check(1)")
        if found != "ok":
            raise JournalFault(Trouble.DAMAGED, self._path, str(found))

    def interrupt(self) -> None:
        """Have a check that another thread makes end with a fault."""
        with suppress(sqlite3.Error):
            self._db.interrupt()

    def index_rows(self, line: int, limit: int) -> list[IndexRow]:
        """Return at most *limit* rows of the index from that of *line* down, to the first that is
        damaged."""
        rows = map(_index_row, self._all(INDEX_DOWN, line, limit))
        return list(takewhile(bool, rows))  # type: ignore[arg-type]

    def index_row(self, line: int) -> IndexRow | None:
        """Return the row of the index for *line*; None where it is missing or damaged."""
        return next((row for row in self.index_rows(line, 1) if row.line == line), None)

    def index_row_after(self, name: tuple[int, int], line: int) -> IndexRow | None:
        """Return the first row of the index, not above that of *line*, with a game after the one
        of match and place *name*."""
        with translate_errors(self._path):
            rows = self._db.execute(INDEX_FROM, (*name, line))
            return next((row for row in map(_index_row, rows) if row), None)

    def add_to_index(self, row: IndexRow) -> None:
        """Write a row of the index, over the one that is there."""
        found = self._one('SELECT "sum" FROM journal WHERE "version" = ?', row.line)
        self._all(ADD_INDEX, *row, digest(found, row))

    def drop_from_index(self, first: int, last: int) -> None:
        """Take the rows of lines *first* to *last* out of the index."""
        self._all('DELETE FROM left_behind WHERE "line" BETWEEN ? AND ?', first, last)

    def empty_index(self) -> None:
        """Take all rows out of the index."""
        self._all("DELETE FROM left_behind")

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Run a transaction: all that is written in it is durable when this ends, or none of it."""
        self._all("BEGIN IMMEDIATE")
        try:
            yield
            self._all("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    def copy_to(self, path: Path) -> None:
        """Write the whole journal to a new file at *path*, durably."""
        with translate_errors(path):
            create_private(path)
            with closing(_connect(path, "rw")) as copy:
                self._db.backup(copy)
                for setting in SETTINGS:
                    copy.execute(f"PRAGMA {setting}")
                copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def write_back(self) -> None:
        """Move the write-ahead log into the file, as far as nobody has to wait for it."""
        self._one("PRAGMA wal_checkpoint(PASSIVE)")

    def make_safe(self) -> None:
        """Have everything that can be read here on the disk; JournalFault where that fails.

        While the backup does the same SQLite says at once that it is busy, and waits for nobody.
        """
        for _ in range(round(BUSY_SECONDS / AGAIN_SECONDS)):
            (busy, *_) = self._one("PRAGMA wal_checkpoint(FULL)")
            if not busy:
                return
            sleep(AGAIN_SECONDS)
        raise JournalFault(Trouble.IO_ERROR, self._path, "busy")

    def close(self) -> None:
        """Let go of the file. All rows are safe already, so trouble here harms nothing."""
        with suppress(sqlite3.Error):
            self._db.close()


def _index_row(values: tuple[Any, ...]) -> IndexRow | None:
    """Return the row; None where it is not as it was written."""
    *sealed, kept, line_sum = values
    if kept != digest([line_sum], sealed):
        return None
    return IndexRow(*sealed)


def _connect(path: Path | None, mode: str) -> sqlite3.Connection:
    name = f"file:{quote(str(path))}?mode={mode}" if path else ":memory:"
    with translate_errors(path):
        return sqlite3.connect(
            name, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
