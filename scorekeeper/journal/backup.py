"""The backup of a journal: a second copy kept up to date in the background, and its errors."""

import errno
import os
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from scorekeeper.journal.database import Database, NewEntry
from scorekeeper.journal.files import (
    JournalFault,
    Trouble,
    companion,
    identity_of,
    remove,
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

    *copied*: True if the damage is in a part of the journal that is already backed up.
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

    Each run copies only missing entries, if their checksums match, so it takes the same time
    however long the journal is, and never copies damage. The first run also checks every page of
    the journal. ``trouble`` is the error of the last run, or else damage found by the check, or
    None.
    """

    def __init__(self, journal: Path) -> None:
        self._journal, self.path = journal, companion(journal, "backup")
        self._thread: Thread | None = None
        self.lock = Lock()
        self.trouble: JournalFault | None = None
        self._damage: JournalFault | None = None
        self._checked: Database | None = None
        self.identity: tuple[int, int] | None = None
        """Device and inode numbers of the open journal file."""

    @property
    def fault(self) -> Fault | None:
        """The trouble as a sentence with a remedy."""
        trouble = self.trouble
        copied = trouble is self._damage
        return trouble and backup_fault(trouble, self._journal, copied=copied)

    def soon(self) -> None:
        """Start copying in the background, unless a copy is already running."""
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
        """True if the journal file was replaced. Opening the new one would truncate the shared
        memory of the open journal, whose next read could crash the process."""
        return identity_of(self._journal) not in (None, self.identity)

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
        causes a backup to be replaced."""
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
