"""The SQLite file of a journal: its entries, which are opaque JSON here, and the finished games."""

import secrets
import sqlite3
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from time import sleep
from typing import Any, Final, NamedTuple, Self
from urllib.parse import quote

import msgspec

from scorekeeper.journal.files import FAULTS, JournalFault, Trouble, journal_fault, translate_errors
from scorekeeper.private_files import create_private

APPLICATION: Final = 0x43726962
"""SQLite's application id, ``Crib``."""

LAYOUT: Final = 6
"""The version of the schema; this is the first one released."""

TABLES: Final = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    """CREATE TABLE entries (
    version INTEGER PRIMARY KEY, key TEXT UNIQUE, body TEXT NOT NULL, sum TEXT NOT NULL
) STRICT""",
    """CREATE TABLE games (
    match INTEGER NOT NULL, place INTEGER NOT NULL, floor INTEGER NOT NULL,
    head INTEGER NOT NULL, body TEXT NOT NULL, sum TEXT NOT NULL,
    PRIMARY KEY (match, place)
) STRICT, WITHOUT ROWID""",
)

SETTINGS: Final = ("journal_mode = WAL", "synchronous = FULL", "cell_size_check = ON")
"""SQLite pragmas: a commit returns once it is on disk, and checksums reveal torn writes."""

BUSY_SECONDS: Final = 5.0
RETRY_SECONDS: Final = 0.1

# Names are not quoted: of one that a damaged schema lacks SQLite would make a text.
ADD: Final = """INSERT INTO entries (version, key, body, sum) SELECT ?, ?, ?, ?
WHERE ? = (SELECT coalesce(max(version), 0) + 1 FROM entries)"""
READ: Final = """SELECT version, key, body, sum FROM entries
WHERE version BETWEEN ? AND ? ORDER BY version """
READ_GAMES: Final = "SELECT match, place, floor, head, body, sum FROM games"
ADD_GAME: Final = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)"


class NewEntry(NamedTuple):
    """An entry to write: JSON, and the client's ``key``, which must be unique."""

    body: str
    key: str | None = None


class StoredEntry(NamedTuple):
    """An entry as written, with its ``version``: 1, 2, … without gaps."""

    version: int
    key: str | None
    body: str


class StoredGame(NamedTuple):
    """A finished game as JSON: number ``place`` of the match that started at entry ``match``.

    Entries ``floor`` to ``head`` are its record.
    """

    match: int
    place: int
    floor: int
    head: int
    body: str


class MatchGames(NamedTuple):
    """The finished games of a match from entry ``floor`` on; they replace those already stored."""

    match: int
    floor: int
    games: Sequence[StoredGame]


def random_name() -> str:
    """Return a random, unique name for a journal."""
    return secrets.token_hex(6)


class Database:
    """An open journal file; not thread-safe. All errors are raised as JournalFault.

    ``journal`` is the journal's random name. The checksum of each row includes it, so rows from
    another journal are invalid in this one.
    """

    def __init__(self, db: sqlite3.Connection, path: Path | None) -> None:
        self._db, self._path, self.journal = db, path, ""
        weakref.finalize(self, db.close)

    @classmethod
    def create(cls, path: Path | None, journal: str) -> Self:
        """Create the journal called *journal* in a new file, or in memory if *path* is None."""
        if path:
            with translate_errors(path):
                create_private(path)
        database = cls(_connect(path, "rw"), path)
        database._configure()
        with database.transaction():
            for statement in TABLES:
                database._all(statement)
            database._all(f"PRAGMA application_id = {APPLICATION}")
            database._all(f"PRAGMA user_version = {LAYOUT}")
            # Kept twice, so that one flipped bit does not make it the journal of a newer program.
            meta = ("layout", str(LAYOUT), "journal", journal)
            database._all("INSERT INTO meta VALUES (?, ?), (?, ?)", *meta)
        database.journal = journal
        return database

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open an existing journal. Raises JournalFault MISSING, FOREIGN, NEWER or DAMAGED."""
        return cls._marked(path, "rw")

    @classmethod
    def open_read_only(cls, path: Path) -> Self:
        """Open a journal without modifying any file. Raises the same faults as ``open``."""
        # With no writer SQLite would make files of its own beside it, and leave them.
        still = not path.with_name(f"{path.name}-wal").exists()
        return cls._marked(path, "ro&immutable=1" if still else "ro")

    @classmethod
    def salvage(cls, path: Path) -> Self:
        """Open a damaged journal to read single rows; ``journal`` is empty if unreadable."""
        database = cls(_connect(path, "rw"), path)
        with suppress(JournalFault):
            database.journal = database._meta("journal")
        return database

    @classmethod
    def _marked(cls, path: Path, mode: str) -> Self:
        if not path.exists():
            raise JournalFault(Trouble.MISSING, path)
        database = cls(_connect(path, mode), path)
        try:
            database._check_marks()
            database.journal = database._meta("journal")
            if mode == "rw":
                database._configure()
        except JournalFault:
            database.close()
            raise
        return database

    def _check_marks(self) -> None:
        if self._one("PRAGMA application_id") != (APPLICATION,):
            (tables,) = self._one("SELECT count(*) FROM sqlite_master")
            raise JournalFault(Trouble.FOREIGN if tables else Trouble.MISSING, self._path)
        (layout,) = self._one("PRAGMA user_version")
        if self._meta("layout") != str(layout):
            raise JournalFault(Trouble.DAMAGED, self._path, "layout")
        if layout > LAYOUT:
            raise JournalFault(Trouble.NEWER, self._path, layout=layout, known=LAYOUT)
        if layout < LAYOUT:
            raise JournalFault(Trouble.FOREIGN, self._path)

    def _configure(self) -> None:
        for setting in SETTINGS:
            self._all(f"PRAGMA {setting}")

    def _meta(self, name: str) -> str:
        if found := self._one("SELECT value FROM meta WHERE name = ?", name):
            return str(found[0])
        raise JournalFault(Trouble.DAMAGED, self._path, name)

    def _all(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        # Not a context manager: this is called for every statement, and that costs as much.
        try:
            return self._db.execute(query, values).fetchall()
        except FAULTS as fault:
            raise journal_fault(fault, self._path) from fault

    def _one(self, query: str, *values: object) -> tuple[Any, ...]:
        return next(iter(self._all(query, *values)), ())

    @property
    def last(self) -> int:
        """The version of the last entry; also the number of entries."""
        (version,) = self._one("SELECT max(version) FROM entries")
        return int(version or 0)

    def entries(self, first: int, last: int) -> tuple[StoredEntry, ...]:
        """Return entries *first* to *last*. Raises JournalFault DAMAGED if one is not intact."""
        entries = []
        rows = self._all(READ, first, last)
        for version, row in zip(range(first, last + 1), rows, strict=False):
            entry = self._proven(self.journal, row)
            if entry is None or entry.version != version:
                break
            entries.append(entry)
        if len(entries) < last + 1 - first:
            raise JournalFault(Trouble.DAMAGED, self._path, f"line {first + len(entries)}")
        return tuple(entries)

    def provable(self, version: int, journal: str) -> StoredEntry | None:
        """Return entry *version* if its checksum matches the journal called *journal*, or None."""
        with suppress(JournalFault):
            for row in self._all(READ, version, version):
                return self._proven(journal, row)
        return None

    @staticmethod
    def _proven(journal: str, row: tuple[Any, ...]) -> StoredEntry | None:
        *fields, kept = row
        return StoredEntry(*fields) if kept == _checksum(journal, fields) else None

    def by_key(self, key: str) -> StoredEntry | None:
        """Return the entry with this key, or None."""
        found = self._one("SELECT version FROM entries WHERE key = ?", key)
        if not found:
            return None
        (entry,) = self.entries(found[0], found[0])
        if entry.key != key:
            raise JournalFault(Trouble.DAMAGED, self._path, "key")
        return entry

    def add(
        self, version: int, entries: Sequence[NewEntry], games: Iterable[MatchGames] = ()
    ) -> None:
        """Write *entries*, numbered from *version*, and replace *games*, in one transaction.

        Raises JournalFault DAMAGED if *version* is not the next one, IN_USE if a key already
        exists.
        """
        # One statement is a transaction by itself.
        simple = self._db.in_transaction or (len(entries) == 1 and not games)
        with nullcontext() if simple else self.transaction():
            for number, entry in enumerate(entries, version):
                row = (number, entry.key, entry.body)
                values = (*row, _checksum(self.journal, row), number)
                try:
                    added = self._db.execute(ADD, values).rowcount
                except FAULTS as fault:
                    raise journal_fault(fault, self._path) from fault
                if not added:
                    raise JournalFault(Trouble.DAMAGED, self._path, f"line {number - 1}")
            for replaced in games:
                self.replace_games(replaced)

    def replace_games(self, replaced: MatchGames) -> None:
        """Store finished games, within the caller's transaction."""
        query = "DELETE FROM games WHERE match = ? AND place >= ?"
        self._all(query, replaced.match, self.games_before(replaced.match, replaced.floor))
        for game in replaced.games:
            self._all(ADD_GAME, *game, _checksum(self.journal, game))

    def games_before(self, match: int, floor: int) -> int:
        """Return the number of games of *match* that began before entry *floor* and have ended."""
        query = """SELECT place + 1 FROM games WHERE match = ? AND floor < ?
ORDER BY place DESC LIMIT 1"""
        (number,) = self._one(query, match, floor) or (0,)
        return int(number)

    def games(self, before: tuple[int, int] | None, limit: int) -> tuple[StoredGame, ...]:
        """Return at most *limit* games older than *before* (match and place), newest first."""
        where = "WHERE (match, place) < (?, ?)" if before else ""
        query = f"{READ_GAMES} {where} ORDER BY match DESC, place DESC LIMIT ?"
        return tuple(map(self._game, self._all(query, *(before or ()), limit)))

    def game(self, match: int, place: int) -> StoredGame | None:
        """Return the game with this match and place, or None."""
        query = f"{READ_GAMES} WHERE match = ? AND place = ?"
        found = self._one(query, match, place)
        return self._game(found) if found else None

    def next_match(self, match: int) -> int | None:
        """Return the first match after *match* that has a finished game, or None."""
        (found,) = self._one("SELECT min(match) FROM games WHERE match > ?", match)
        return found if found is None else int(found)

    def _game(self, row: tuple[Any, ...]) -> StoredGame:
        *fields, kept = row
        if kept != _checksum(self.journal, fields):
            raise JournalFault(Trouble.DAMAGED, self._path, f"game {fields[0]}.{fields[1]}")
        return StoredGame(*fields)

    def check(self) -> None:
        """Check all pages of the file for damage. Raises JournalFault."""
        (found,) = self._one("PRAGMA quick_check(1)")
        if found != "ok":
            raise JournalFault(Trouble.DAMAGED, self._path, str(found))

    def interrupt(self) -> None:
        """Abort a ``check`` that runs in another thread."""
        with suppress(sqlite3.Error):
            self._db.interrupt()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Context manager: commit durably at the end, roll back on an error."""
        self._all("BEGIN IMMEDIATE")
        try:
            yield
            self._all("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    def copy_to(self, path: Path) -> None:
        """Write a durable copy of the journal to a new file at *path*."""
        with translate_errors(path):
            create_private(path)
            with closing(_connect(path, "rw")) as copy:
                self._db.backup(copy)
                for setting in SETTINGS:
                    copy.execute(f"PRAGMA {setting}")
                copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def checkpoint(self) -> None:
        """Passive WAL checkpoint."""
        self._one("PRAGMA wal_checkpoint(PASSIVE)")

    def full_checkpoint(self) -> None:
        """Blocking WAL checkpoint, making all readable rows durable. Raises JournalFault on
        failure.

        Retries while the backup runs a checkpoint, because SQLite then reports busy at once.
        """
        for attempt in count(1):
            (busy, *_) = self._one("PRAGMA wal_checkpoint(FULL)")
            if not busy:
                return
            if attempt * RETRY_SECONDS >= BUSY_SECONDS:
                raise JournalFault(Trouble.IO_ERROR, self._path, "busy")
            sleep(RETRY_SECONDS)

    def close(self) -> None:
        """Close the file, ignoring errors; all rows are already durable."""
        with suppress(sqlite3.Error):
            self._db.close()


def _checksum(journal: str, row: Sequence[object]) -> str:
    """Return the checksum of *row* in *journal*: protects against damage, not forgery."""
    return blake2b(msgspec.json.encode((journal, *row)), digest_size=8).hexdigest()


def _connect(path: Path | None, mode: str) -> sqlite3.Connection:
    name = f"file:{quote(str(path))}?mode={mode}" if path else ":memory:"
    with translate_errors(path):
        return sqlite3.connect(
            name, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
