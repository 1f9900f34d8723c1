"""A journal in use: locked, repaired if it is damaged, and continuously backed up."""

import errno
import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from scorekeeper.journal.database import Database, MatchGames, NewEntry, StoredEntry, random_name
from scorekeeper.journal.files import (
    JournalFault,
    Lockfile,
    Trouble,
    companion,
    quarantine,
    remove,
    replace,
    translate_errors,
)
from scorekeeper.words import Fault, en

CHUNK: Final = 500

CLOSED: Final = en(
    "Entries are saved, but not backed up: the backup {backup} cannot be used ({detail}). Make it "
    "and its folder writable, or move it elsewhere and a new one will be created."
)
ANOTHER: Final = en(
    "Entries are saved, but not backed up: {backup} is not a backup that this version of Cribble "
    "can append to. Move it elsewhere and a new one will be created."
)
DAMAGED: Final = en(
    "The journal {path} is damaged ({detail}) and can no longer be backed up: new entries are "
    "only in the journal. Before anything else, copy its whole folder to another disk."
)
DAMAGED_BUT_COPIED: Final = en(
    "An older part of the journal {path} is damaged ({detail}); its backup has "
    "every entry. Close the table, move {path} and its -wal file elsewhere, and "
    "open the table again."
)


def backup_fault(trouble: JournalFault, journal: Path, *, copied: bool = False) -> Fault:
    """Return why the backup of *journal* is behind, as a sentence with a remedy.

    *copied*: the backup is complete, but a part of the journal that was copied long ago is damaged.
    """
    backup, detail = companion(journal, "backup"), trouble.values["detail"] or trouble.code
    if trouble.values["path"] == str(journal):
        return Fault(DAMAGED_BUT_COPIED if copied else DAMAGED, path=journal, detail=detail)
    if trouble.code in {Trouble.NEWER, Trouble.FOREIGN}:
        return Fault(ANOTHER, backup=backup)
    return Fault(CLOSED, backup=backup, detail=detail)


def find_trouble(journal: Path) -> Fault | None:
    """Return why the backup of *journal* cannot be kept up to date, or None. Read-only."""
    backup = companion(journal, "backup")
    try:
        with closing(Database.open_read_only(journal)) as database:
            database.check()
    except JournalFault as fault:
        # A foreign file is set aside when the table is opened.
        new = fault.code in {Trouble.MISSING, Trouble.FOREIGN}
        return None if new else backup_fault(fault, journal)
    if not backup.exists():
        return None
    try:
        Database.open_read_only(backup).close()
    except JournalFault as fault:
        # A damaged one is made again.
        if fault.code not in {Trouble.MISSING, Trouble.DAMAGED}:
            return backup_fault(fault, journal)
    if not os.access(backup, os.W_OK):
        closed = JournalFault(Trouble.NO_ACCESS, backup, os.strerror(errno.EACCES))
        return backup_fault(closed, journal)
    return None


class Backup:
    """A second copy of the journal, kept up to date by a thread with its own connections.

    Only missing entries are copied, and only if their checksums are right, so the time taken is
    that of one deal, however long the journal, and damage is not copied. The first run also checks
    every page of the journal. ``trouble`` is the error of the last run, or else damage that was
    found, or None.
    """

    def __init__(self, journal: Path) -> None:
        self._journal, self.path = journal, companion(journal, "backup")
        self._thread: Thread | None = None
        self.lock = Lock()
        self.trouble: JournalFault | None = None
        self._damage: JournalFault | None = None
        self._checked: Database | None = None
        self.identity: tuple[int, int] | None = None
        """Device and inode of the journal that is open."""

    @property
    def fault(self) -> Fault | None:
        """The trouble as a sentence with a remedy."""
        trouble = self.trouble
        copied = trouble is self._damage
        return trouble and backup_fault(trouble, self._journal, copied=copied)

    def soon(self) -> None:
        """Copy in the background, unless that is already running."""
        if self._thread is None or not self._thread.is_alive():
            thread = Thread(target=self._follow_and_check, name="backup", daemon=True)
            # No thread can be started while the program ends; the next deal will do.
            with suppress(RuntimeError):
                thread.start()
                self._thread = thread

    def finish(self) -> None:
        """Wait for the background thread, then copy the rest."""
        if self._checked:
            self._checked.interrupt()
        if self._thread:
            self._thread.join()
        self._follow()

    def _follow_and_check(self) -> None:
        self._follow()
        if self._checked is not None or self.trouble is not None or self._is_replaced():
            return
        try:
            with closing(Database.open(self._journal)) as self._checked:
                self._checked.check()
        except JournalFault as fault:
            if fault.code is Trouble.DAMAGED:
                with self.lock:
                    self.trouble = self._damage = fault

    def _is_replaced(self) -> bool:
        """True if another file is in the journal's place. Opening it would truncate the shared
        memory of the open journal, whose next read could crash the process."""
        return _identity(self._journal) not in (None, self.identity)

    def _follow(self) -> None:
        with self.lock:
            if self._is_replaced():
                return
            try:
                with translate_errors(self.path), closing(Database.open(self._journal)) as source:
                    with closing(self._continued(source)) as copy:
                        for first in range(copy.last + 1, source.last + 1, CHUNK):
                            entries = source.entries(first, min(first + CHUNK - 1, source.last))
                            with copy.transaction():
                                copy.add(first, [NewEntry(one.body, one.key) for one in entries])
                    source.checkpoint()
                self.trouble = self._damage
            except JournalFault as fault:
                self.trouble = fault

    def _continued(self, source: Database) -> Database:
        """Return the existing backup of *source*, or a new one. A backup whose last entry differs,
        because it belongs to an older copy of the folder, is replaced; damage in the journal never
        replaces a backup."""
        try:
            copy = Database.open(self.path)
        except JournalFault as fault:
            if fault.code not in {Trouble.MISSING, Trouble.DAMAGED}:
                raise
        else:
            last = min(copy.last, source.last)
            first = max(last, 1)
            if copy.journal == source.journal and (
                copy.entries(first, last) == source.entries(first, last)
            ):
                return copy
            copy.close()
        remove(self.path)
        return Database.create(self.path, source.journal)


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
    """The entries of a journal, decoded by *decode*; for one thread at a time.

    ``name`` is the journal's random name, ``last`` the version of the last entry, ``trouble`` why
    the last write failed, or None, ``notices`` the repairs so far. Reading and writing raise
    JournalFault.
    """

    name: str
    last: int

    def __init__(
        self, path: Path | None, decode: Callable[[StoredEntry], T], *, clock: Clock = utc_now
    ) -> None:
        """Open the journal at *path*, created or repaired if necessary; in memory if *path* is
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
        self._backup.identity = _identity(path)
        return database

    @property
    def backup_trouble(self) -> JournalFault | None:
        """The error that has put the backup behind, or None."""
        return self._backup.trouble if self._backup else None

    @property
    def backup_fault(self) -> Fault | None:
        """The same as a sentence with a remedy."""
        return self._backup.fault if self._backup else None

    def ready(self) -> Database:
        """Return the open database. After an error it is reopened, possibly as another journal."""
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
        """Return the entry that was accepted with this key."""
        entry = self.ready().by_key(key)
        return self._decoded(entry) if entry else None

    def _decoded(self, entry: StoredEntry) -> T:
        try:
            return self._decode(entry)
        except UNREADABLE as fault:
            raise JournalFault(Trouble.DAMAGED, self.path, f"line {entry.version}") from fault

    def add(self, entries: Sequence[NewEntry], games: Iterable[MatchGames] = ()) -> None:
        """Write *entries*, and the *games* that they change, all or nothing.

        When this returns they are durable.
        """
        try:
            self._present().add(self.last + 1, entries, games)
        except JournalFault as fault:
            self.trouble = fault
            self._release()
            raise
        self.trouble, self.last = None, self.last + len(entries)
        if self._lock:
            self._lock.note(self.name, self.last)

    def _present(self) -> Database:
        """Return the database; a file that was removed or replaced meanwhile is written again, or
        the next entry would be acknowledged and then lost."""
        database = self.ready()
        path, backup = self.path, self._backup
        if path is None or backup is None or _identity(path) == backup.identity:
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

        Raises JournalFault on failure. It is not tried again, because it reads the whole journal.
        """
        if self._lock and self._repairable:
            self._repairable = False
            self._release()
            self._repair(Trouble.DAMAGED, only_whole=only_whole)
            self._repairable = True

    def _repair(self, why: Trouble, *, only_whole: bool) -> None:
        """Set the closed file aside and put a journal with another name in its place: all entries
        before the first that neither the file nor its backup can prove."""
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
        """Copy the entries of *journal* into a new file, up to the first that no source proves.

        A source whose previous entry differs, from an older copy of the folder, is not used.
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
        """Derive further tables from the entries of a repaired *database*; does nothing here."""

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


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


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
