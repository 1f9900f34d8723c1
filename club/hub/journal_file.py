"""The file of the hub's journal: SQLite with rows that are only added, each with its sum."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from club.night.entry import decode
from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.row import digest
from scorekeeper.journal.schema import mark, random_name
from scorekeeper.journal.store import SETTINGS
from scorekeeper.private_files import create_private

APPLICATION: Final = 0x43726948
"""``CriH``: SQLite's mark for whose file it is."""
LAYOUT: Final = 1

TABLES: Final = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    """CREATE TABLE entries (
    "version" INTEGER PRIMARY KEY, "entry" TEXT NOT NULL, "by" TEXT NOT NULL, "at" TEXT NOT NULL,
    "key" TEXT UNIQUE, "sum" TEXT NOT NULL) STRICT""",
    """CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END""",
    """CREATE TRIGGER entries_are_never_taken_away BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry is never taken away'); END""",
)
ADD: Final = (
    'INSERT INTO entries ("version", "entry", "by", "at", "key", "sum") VALUES (?,?,?,?,?,?)'
)
READ: Final = """SELECT "version", "entry", "by", "at", "key", "sum" FROM entries
WHERE "version" > ? ORDER BY "version" """


def made(path: Path) -> sqlite3.Connection:
    """Return a new, empty file at *path*. Raises JournalFault."""
    with translate_errors(path):
        create_private(path)
    db = connected(path)
    with translate_errors(path), transaction(db):
        for statement in TABLES:
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {LAYOUT}")
        db.execute("INSERT INTO meta VALUES ('journal', ?)", [random_name()])
    return db


def opened(path: Path) -> sqlite3.Connection:
    """Return the file at *path*. JournalFault MISSING, FOREIGN or NEWER, and where it cannot be
    read."""
    if not path.exists():
        raise JournalFault(Trouble.MISSING, path)
    db = connected(path)
    try:
        with translate_errors(path):
            if mark(db, "application_id") != APPLICATION:
                raise JournalFault(Trouble.FOREIGN, path)
            layout = mark(db, "user_version")
            if layout > LAYOUT:
                raise JournalFault(Trouble.NEWER, path, layout=layout, known=LAYOUT)
    except JournalFault:
        db.close()
        raise
    return db


def connected(path: Path) -> sqlite3.Connection:
    """Return a connection to the file at *path*, whatever it is. Raises JournalFault."""
    with translate_errors(path):
        db = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
        try:
            for setting in SETTINGS:
                db.execute(f"PRAGMA {setting}")
        except BaseException:
            db.close()
            raise
        return db


def name_of(db: sqlite3.Connection, path: Path) -> str:
    """Return the random name of the journal. JournalFault DAMAGED where it has none."""
    with translate_errors(path):
        row = db.execute("SELECT value FROM meta WHERE name = 'journal'").fetchone()
    if not row:
        raise JournalFault(Trouble.DAMAGED, path, "journal")
    return str(row[0])


def read_rows(
    db: sqlite3.Connection, path: Path, after: int, before: str = ""
) -> Iterator[tuple[int, str, str, str, str | None, str]]:
    """Yield the rows after number *after*, whose sum is *before*. JournalFault DAMAGED at the first
    that does not follow, or that is no entry."""
    version = after
    with translate_errors(path):
        for row in db.execute(READ, [after]):
            version += 1
            text, row_sum = row[1], row[5]
            if row[0] != version or digest(before, list(row[:5])) != row_sum:
                raise JournalFault(Trouble.DAMAGED, path, f"line {version}")
            try:
                decode(text)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise JournalFault(Trouble.DAMAGED, path, f"line {version}") from None
            before = row_sum
            yield row


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Write all that is done meanwhile, or none of it."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
