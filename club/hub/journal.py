"""The hub's journal: a SQLite file of entries, each on the disk before anybody sees it.

It stands beside that of a table and is kept by the same rules: a lock, rows that are only added,
sums that follow each other, and faults with the same names.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, Self

import msgspec

from club.night.entry import Entry, decode, encode
from club.night.evolve import Written
from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.files import Lockfile, companion, quarantine, remove, replace
from scorekeeper.journal.private_files import create_private
from scorekeeper.journal.repair import REPAIRED, StartupNotice
from scorekeeper.journal.row import digest
from scorekeeper.journal.schema import mark, random_name
from scorekeeper.journal.store import SETTINGS

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


class NewEntry(NamedTuple):
    """An entry to write down, by whom, and a key that nobody else uses."""

    entry: Entry
    by: str
    key: str | None = None


class HubJournal:
    """Made by ``open``. Not for two threads at the same time; every trouble is a JournalFault.

    ``name`` is the journal's own random name, ``last`` the number of its last entry, ``notices``
    say what was repaired.
    """

    def __init__(self, path: Path) -> None:
        with translate_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.notices: tuple[StartupNotice, ...] = ()
        self.trouble: JournalFault | None = None
        self._lock = Lockfile.acquire(path)
        self.last, self._sum, self.name = 0, "", ""
        self._db: sqlite3.Connection | None = None

    @classmethod
    def open(cls, path: Path) -> Self:
        """Return the journal at *path*, made or repaired if need be.

        JournalFault NEWER, IN_USE, NO_SPACE, READ_ONLY, NO_ACCESS or IO_ERROR.
        """
        journal = cls(path)
        try:
            journal._open()
        except BaseException:
            journal.close()
            raise
        return journal

    def _open(self) -> None:
        new = companion(self.path, "new")
        with translate_errors(self.path):
            if not self.path.exists() and new.exists():
                replace(new, self.path)  # A repair was cut off between its last two steps.
        is_new = not self.path.exists() and self._lock.lines == 0
        try:
            self._db = _made(self.path) if is_new else _opened(self.path)
            self.name = _name(self._db, self.path)
            if self._known_lines() > self._count():
                raise JournalFault(Trouble.SHORTENED, self.path, f"< {self._lock.lines}")
            for _ in _rows(self._db, self.path, 0):
                pass
        except JournalFault as fault:
            if fault.code not in REPAIRED:
                raise
            self._repair(fault.code)
        self._lock.note(self.name, self._count())

    def _known_lines(self) -> int:
        return self._lock.lines if self._lock.journal == self.name else 0

    def _count(self) -> int:
        assert self._db
        with translate_errors(self.path):
            (last,) = self._db.execute('SELECT coalesce(max("version"), 0) FROM entries').fetchone()
        return int(last)

    def _repair(self, why: Trouble) -> None:
        """Set the file aside, and go on from all entries before the first that cannot be proven."""
        known = max(self._lock.lines, 0)
        kept = self._provable()
        self._release()
        with translate_errors(self.path):
            new = companion(self.path, "new")
            remove(new)
            with closing(_made(new)) as db, _transaction(db):
                db.executemany(ADD, kept)
            aside = quarantine(self.path, datetime.now(UTC))
            replace(new, self.path)
        facts = {
            "path": str(self.path),
            "aside": str(aside or ""),
            "kept": len(kept),
            "lost": max(known - len(kept), 0),
        }
        self.notices += (StartupNotice(why.value, REPAIRED[why], facts),)
        self._db = _opened(self.path)
        self.name = _name(self._db, self.path)

    def _provable(self) -> list[tuple[object, ...]]:
        kept: list[tuple[object, ...]] = []
        with suppress(JournalFault):
            db = self._db or _opened(self.path)
            with closing(db):
                for row in _rows(db, self.path, 0):
                    kept.append(row)  # noqa: PERF402 (what was read before a fault is kept)
        self._db = None
        return kept

    def read(self) -> Iterator[Written]:
        """Yield the entries after ``last``, and count on from them. JournalFault."""
        for version, entry, by, at, _, row_sum in _rows(
            self._ready(), self.path, self.last, self._sum
        ):
            self.last, self._sum = version, row_sum
            yield Written(version, decode(entry), by, at)

    def version_of(self, key: str) -> int | None:
        """Return the number of the entry that was written with this key."""
        with translate_errors(self.path):
            found = self._ready().execute('SELECT "version" FROM entries WHERE "key" = ?', [key])
            row = found.fetchone()
        return int(row[0]) if row else None

    def add(self, entries: Sequence[NewEntry], at: str) -> tuple[Written, ...]:
        """Write *entries* down, all or none of them; when this returns they are durable."""
        rows, written, before = [], [], self._sum
        for version, new in enumerate(entries, self.last + 1):
            text = encode(new.entry).decode()
            before = digest(before, [version, text, new.by, at, new.key])
            rows.append((version, text, new.by, at, new.key, before))
            written.append(Written(version, new.entry, new.by, at))
        db = self._ready()
        try:
            with translate_errors(self.path), _transaction(db):
                db.executemany(ADD, rows)
        except JournalFault as fault:
            self.trouble = fault
            self._release()  # It may be in any state; the next use opens it again.
            raise
        self.trouble, self.last, self._sum = None, self.last + len(rows), before
        self._lock.note(self.name, self.last)
        return tuple(written)

    def _ready(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = _opened(self.path)
        return self._db

    def _release(self) -> None:
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
            self._db = None

    def close(self) -> None:
        """Close the file and give up its lock."""
        self._release()
        with suppress(OSError):
            self._lock.close()


def _made(path: Path) -> sqlite3.Connection:
    with translate_errors(path):
        create_private(path)
    db = _connected(path)
    with translate_errors(path), _transaction(db):
        for statement in TABLES:
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {LAYOUT}")
        db.execute("INSERT INTO meta VALUES ('journal', ?)", [random_name()])
    return db


def _opened(path: Path) -> sqlite3.Connection:
    if not path.exists():
        raise JournalFault(Trouble.MISSING, path)
    db = _connected(path)
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


def _connected(path: Path) -> sqlite3.Connection:
    with translate_errors(path):
        db = sqlite3.connect(path, timeout=5.0, isolation_level=None, check_same_thread=False)
        try:
            for setting in SETTINGS:
                db.execute(f"PRAGMA {setting}")
        except BaseException:
            db.close()
            raise
        return db


def _name(db: sqlite3.Connection, path: Path) -> str:
    with translate_errors(path):
        row = db.execute("SELECT value FROM meta WHERE name = 'journal'").fetchone()
    if not row:
        raise JournalFault(Trouble.DAMAGED, path, "journal")
    return str(row[0])


def _rows(
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
def _transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
