"""A journal in use: locked, repaired if it is damaged, and backed up."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from scorekeeper.journal.backup import Backup
from scorekeeper.journal.database import Database, MatchGames, NewEntry, StoredEntry, random_name
from scorekeeper.journal.files import (
    JournalFault,
    Lockfile,
    Trouble,
    companion,
    identity_of,
    quarantine,
    remove,
    replace,
    translate_errors,
)
from scorekeeper.words import Fault, en

Clock: TypeAlias = Callable[[], datetime]

T = TypeVar("T")

UNREADABLE: Final = (msgspec.MsgspecError, ValueError)
"""Errors raised in decoding an entry."""


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


REPAIRED: Final = {
    Trouble.MISSING: en(
        "The journal {path} was missing; a new one was created from its backup. Entries "
        "recovered: {kept}, lost: {lost}."
    ),
    Trouble.FOREIGN: en(
        "{path} was not a journal that this version of Cribble can read. It was moved to {aside}, "
        "and a new journal was created. Entries recovered: {kept}, lost: {lost}."
    ),
    Trouble.DAMAGED: en(
        "The journal {path} was damaged and was moved to {aside}; a new one was created from its "
        "readable part and the backup. Entries recovered: {kept}, lost: {lost}."
    ),
    Trouble.SHORTENED: en(
        "The journal {path} was truncated and was moved to {aside}; a new one was created from "
        "the rest and the backup. Entries recovered: {kept}, lost: {lost}."
    ),
}

BROUGHT_BACK: Final = en(
    "The journal {path} was removed while the table was open. It has been restored. Entries "
    "recovered: {kept}, lost: {lost}."
)


class StartupNotice(msgspec.Struct, frozen=True):
    """A repair to report to users: ``Words.say(notice.sentence, **notice.values)``.

    ``what`` is ``missing``, ``foreign``, ``damaged`` or ``shortened``.
    """

    what: str
    sentence: str
    values: dict[str, Any]


class Store(Generic[T]):
    """The entries of a journal, decoded by *decode*; not thread-safe.

    ``name`` is the journal's random name, ``last`` the version of the last entry, ``trouble`` why
    the last write failed, or None, ``notices`` the repairs so far. Reading and writing raise
    JournalFault.
    """

    name: str
    last: int

    def __init__(
        self, path: Path | None, decode: Callable[[StoredEntry], T], *, clock: Clock = utc_now
    ) -> None:
        """Open the journal at *path*, creating or repairing it if necessary; in memory if *path* is
        None.

        Raises JournalFault NEWER, IN_USE, NO_SPACE, READ_ONLY, NO_ACCESS or IO_ERROR.
        """
        self.path, self._decode, self._clock = path, decode, clock
        self.notices: tuple[StartupNotice, ...] = ()
        self.trouble: JournalFault | None = None
        self._repairable, self._closed = True, False
        self._lock: Lockfile | None = None
        self._backup: Backup | None = None
        if path is None:
            self._use(Database.create(None, random_name()))
            return
        with translate_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        self._lock, self._backup = Lockfile.acquire(path), Backup(path)
        try:
            self._use(self._open(path, self._lock))
        except BaseException:
            self._lock.close()
            raise

    def _use(self, database: Database) -> None:
        self._database: Database | None = database
        self.name, self.last = database.journal, database.last

    def _open(self, path: Path, lock: Lockfile) -> Database:
        with translate_errors(path):
            if not path.exists() and (new := companion(path, "new")).exists():
                # A repair was cut off between the quarantine and the replacement.
                replace(new, path)
        try:
            database = Database.open(path)
            known, last = lock.lines if lock.journal == database.journal else 0, database.last
            if known > last:
                database.close()
                raise JournalFault(Trouble.SHORTENED, path, f"{last} < {known}")
        except JournalFault as fault:
            is_new = lock.lines == 0 and not companion(path, "backup").exists()
            if fault.code is Trouble.MISSING and is_new:
                database = Database.create(path, random_name())
            elif fault.code in REPAIRED:
                self._repair(fault.code, only_whole=False)
                database = Database.open(path)
            else:
                raise
        lock.note(database.journal, database.last)
        assert self._backup
        self._backup.identity = identity_of(path)
        return database

    @property
    def backup_trouble(self) -> JournalFault | None:
        """The error that has put the backup behind, or None."""
        return self._backup.trouble if self._backup else None

    @property
    def backup_fault(self) -> Fault | None:
        """The error that has put the backup behind, as a sentence with a remedy, or None."""
        return self._backup.fault if self._backup else None

    def ready(self) -> Database:
        """Return the database; after an error, reopened or replaced by a repaired journal."""
        if self._database is None:
            if self._closed or self.path is None or self._lock is None:
                raise JournalFault(Trouble.NO_ACCESS, self.path, "closed")
            database = self._open(self.path, self._lock)
            if database.last > self.last:  # An entry whose write failed is there after all.
                database.full_checkpoint()
            self._use(database)
        assert self._database
        return self._database

    def rows(self, first: int, last: int) -> tuple[T, ...]:
        """Return entries *first* to *last*."""
        return tuple(map(self._decoded, self.ready().entries(first, last)))

    def by_key(self, key: str) -> T | None:
        """Return the entry that was accepted with this key, or None."""
        entry = self.ready().by_key(key)
        return self._decoded(entry) if entry else None

    def _decoded(self, entry: StoredEntry) -> T:
        try:
            return self._decode(entry)
        except UNREADABLE as fault:
            raise JournalFault(Trouble.DAMAGED, self.path, f"line {entry.version}") from fault

    def add(
        self,
        entries: Sequence[NewEntry],
        games: Iterable[MatchGames] = (),
        prepare: Callable[[], object] = lambda: None,
    ) -> None:
        """Write *entries*, and the *games* that they change, all or nothing.

        They are durable when this returns. *prepare* starts work to be done while the disk writes.
        """
        try:
            database = self._present()
            prepare()  # Late: it would get the interpreter whenever this thread reads a file.
            database.add(self.last + 1, entries, games)
        except JournalFault as fault:
            self.trouble = fault
            self._release()
            raise
        self.trouble, self.last = None, self.last + len(entries)
        if self._lock:
            self._lock.note(self.name, self.last)

    def _present(self) -> Database:
        """Return the database; a file that was removed or replaced meanwhile is first written
        again, or the next entry would be acknowledged and then lost."""
        database = self.ready()
        path, backup = self.path, self._backup
        if path is None or backup is None or identity_of(path) == backup.identity:
            return database
        assert self._lock
        with backup.lock, translate_errors(path):
            new = companion(path, "new")
            remove(new)
            database.copy_to(new)
            aside = quarantine(path, self._clock())
            replace(new, path)
        values = {"path": str(path), "aside": str(aside or ""), "kept": database.last, "lost": 0}
        self.notices += (StartupNotice(Trouble.MISSING.value, BROUGHT_BACK, values),)
        database.close()
        self._database = self._open(path, self._lock)
        return self._database

    def repair(self, *, only_whole: bool) -> None:
        """Repair a damaged journal; with *only_whole*, only if that loses no entry.

        Raises JournalFault on failure. A failed repair, which reads all entries, is not retried.
        """
        if self._lock and self._repairable:
            self._repairable = False
            self._release()
            self._repair(Trouble.DAMAGED, only_whole=only_whole)
            self._repairable = True

    def _repair(self, why: Trouble, *, only_whole: bool) -> None:
        """Quarantine the closed file and replace it with a new journal under another name: all
        entries before the first that is valid neither in the file nor in its backup."""
        path, lock, backup = self.path, self._lock, self._backup
        assert path
        assert lock
        assert backup
        new, beside = companion(path, "new"), companion(path, "backup")
        with backup.lock, translate_errors(path), ExitStack() as stack:
            remove(new)
            old, copy = (_salvaged(file, stack) for file in (path, beside))
            journal = _journal_of(lock.journal, old, copy)
            sources = [source for source in (old, copy) if source]
            with closing(Database.create(new, random_name())) as database:
                with database.transaction():
                    self._keep(sources, journal, database)
                    self.index(database)
                kept = database.last
            known = [lock.lines if lock.journal == journal else 0]
            known += [_last(source) for source in sources if source.journal == journal]
            lost = max(kept, *known) - kept
            if only_whole and lost:
                remove(new)
                raise JournalFault(Trouble.DAMAGED, path, f"line {kept + 1}")
            now = self._clock()
            aside = quarantine(path, now)
            if _is_foreign(beside):
                quarantine(beside, now)
            replace(new, path)
        values = {"path": str(path), "aside": str(aside or ""), "kept": kept, "lost": lost}
        self.notices += (StartupNotice(why.value, REPAIRED[why], values),)

    def _keep(self, sources: Sequence[Database], journal: str, into: Database) -> None:
        """Copy the entries of *journal* from *sources* to *into*, until one is valid in no source.

        A source whose previous entry differs is skipped: it is from an older copy of the folder.
        """
        kept: StoredEntry | None = None
        while True:
            version = into.last + 1
            for source in sources:
                before = source.provable(version - 1, journal)
                entry = source.provable(version, journal)
                if entry and before in (None, kept) and self._is_entry(entry):
                    break
            else:
                return
            into.add(version, [NewEntry(entry.body, entry.key)])
            kept = entry

    def _is_entry(self, entry: StoredEntry) -> bool:
        with suppress(*UNREADABLE):
            self._decode(entry)
            return True
        return False

    def index(self, database: Database) -> None:
        """Hook for subclasses: derive other tables from the entries of a repaired *database*."""

    def _release(self) -> None:
        """Close a database after an error, in whatever state it is; the next use reopens it."""
        if self._database and self.path:
            self._database.close()
            self._database = None

    def back_up(self) -> None:
        """Bring the backup up to date in the background."""
        if self._backup:
            self._backup.soon()

    def close(self) -> None:
        """Bring the backup up to date, then close everything."""
        if self._backup and self._lock and not self._closed:
            self._closed = True
            self._backup.finish()
            self._release()
            self._lock.close()


def _salvaged(path: Path, stack: ExitStack) -> Database | None:
    with suppress(JournalFault):
        return stack.enter_context(closing(Database.salvage(path)))
    return None


def _is_foreign(path: Path) -> bool:
    try:
        Database.open_read_only(path).close()
    except JournalFault as fault:
        return fault.code is Trouble.FOREIGN
    return False


def _last(database: Database) -> int:
    with suppress(JournalFault):
        return database.last
    return 0


def _journal_of(locked: str, old: Database | None, copy: Database | None) -> str:
    """Return the name of the journal under repair even if one of the three files that store it is
    damaged: two files agree, or the first entry's checksum proves it."""
    names = [locked, *(source.journal for source in (old, copy) if source)]
    votes = Counter(names)

    def evidence(name: str) -> tuple[bool, ...]:
        proven = old is not None and old.provable(1, name) is not None
        return name != "", votes[name] > 1, proven, name == locked

    return max(names, key=evidence)
