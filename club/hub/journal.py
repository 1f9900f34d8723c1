"""The hub's journal: a SQLite file of entries, each on the disk before anybody sees it.

It lies beside that of a table and is kept by the same rules: a lock, rows that are only added,
sums that follow each other, and faults with the same names.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Self

from club.hub.journal_file import ADD, made, name_of, opened, read_rows, transaction
from club.night.entry import Entry, decode, encode
from club.night.evolve import Written
from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.files import Lockfile, companion, quarantine, remove, replace
from scorekeeper.journal.repair import REPAIRED, StartupNotice
from scorekeeper.journal.row import digest


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
            self._db = made(self.path) if is_new else opened(self.path)
            self.name = name_of(self._db, self.path)
            if self._known_lines() > self._count():
                raise JournalFault(Trouble.SHORTENED, self.path, f"< {self._lock.lines}")
            for _ in read_rows(self._db, self.path, 0):
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
            with closing(made(new)) as db, transaction(db):
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
        self._db = opened(self.path)
        self.name = name_of(self._db, self.path)

    def _provable(self) -> list[tuple[object, ...]]:
        kept: list[tuple[object, ...]] = []
        with suppress(JournalFault):
            db = self._db or opened(self.path)
            with closing(db):
                for row in read_rows(db, self.path, 0):
                    kept.append(row)  # noqa: PERF402 (what was read before a fault is kept)
        self._db = None
        return kept

    def read(self) -> Iterator[Written]:
        """Yield the entries after ``last``, and count on from them. JournalFault."""
        for version, entry, by, at, _, row_sum in read_rows(
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
            with translate_errors(self.path), transaction(db):
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
            self._db = opened(self.path)
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
