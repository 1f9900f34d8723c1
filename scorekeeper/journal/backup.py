"""A second journal beside the first that follows it in the background after each deal."""

import errno
import os
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from scorekeeper.journal.database import Database, NewEntry
from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.files import companion, remove
from scorekeeper.words import Fault, en

CHUNK: Final = 500

CLOSED: Final = en(
    "Entries are kept, but not copied: the backup {backup} cannot be used ({detail}). "
    "Let this program write it and its folder, or move it away: a new one is made."
)
ANOTHER: Final = en(
    "Entries are kept, but not copied: {backup} is no backup that this Cribble can go on with. "
    "Move it away: a new one is made."
)
DAMAGED: Final = en(
    "The journal {path} is damaged ({detail}) and cannot be copied from there on: new entries are "
    "kept in it alone. Copy its whole folder to another disk before anything else."
)
DAMAGED_BUT_COPIED: Final = en(
    "An older part of the journal {path} is damaged ({detail}); its backup has every entry. "
    "Close the table, move {path} and its -wal away, and open the table again."
)


def backup_fault(trouble: JournalFault, journal: Path, *, copied: bool = False) -> Fault:
    """Return the sentence for why the backup of *journal* does not follow, and its mend.

    *copied*: it does, but the journal is damaged where it was copied long ago.
    """
    backup, detail = companion(journal, "backup"), trouble.values["detail"] or trouble.code
    if trouble.values["path"] == str(journal):
        return Fault(DAMAGED_BUT_COPIED if copied else DAMAGED, path=journal, detail=detail)
    if trouble.code in {Trouble.NEWER, Trouble.FOREIGN}:
        return Fault(ANOTHER, backup=backup)
    return Fault(CLOSED, backup=backup, detail=detail)


def find_trouble(journal: Path) -> Fault | None:
    """Return why the backup of *journal* will not follow, or None; both are only read."""
    backup = companion(journal, "backup")
    try:
        with closing(Database.look(journal)) as database:
            database.check()
    except JournalFault as fault:
        # A foreign file is set aside when the table is opened.
        new = fault.code in {Trouble.MISSING, Trouble.FOREIGN}
        return None if new else backup_fault(fault, journal)
    if not backup.exists():
        return None
    try:
        Database.look(backup).close()
    except JournalFault as fault:
        # A damaged one is made again.
        if fault.code not in {Trouble.MISSING, Trouble.DAMAGED}:
            return backup_fault(fault, journal)
    if not os.access(backup, os.W_OK):
        closed = JournalFault(Trouble.NO_ACCESS, backup, os.strerror(errno.EACCES))
        return backup_fault(closed, journal)
    return None


class Backup:
    """A second journal, of the same name, in a thread and on connections of its own.

    Adds the entries that it lacks, and only if their checksums hold: that takes as long as the last
    deal, however many years precede it, and copies no damage. The first time it checks every page
    of the journal too. ``trouble`` is why the last copy failed, else the damage, or None.
    """

    def __init__(self, journal: Path) -> None:
        self._journal, self.path = journal, companion(journal, "backup")
        self._thread: Thread | None = None
        self.lock = Lock()
        self.trouble: JournalFault | None = None
        self._damage: JournalFault | None = None
        self._checked: Database | None = None

    @property
    def fault(self) -> Fault | None:
        """The trouble as a sentence with its remedy."""
        trouble = self.trouble
        copied = trouble is self._damage
        return trouble and backup_fault(trouble, self._journal, copied=copied)

    def soon(self) -> None:
        """Follow in the background, unless that is under way already."""
        if self._thread is None or not self._thread.is_alive():
            thread = Thread(target=self._follow_and_check, name="backup", daemon=True)
            # No thread can be started while the program ends; the next deal will do.
            with suppress(RuntimeError):
                thread.start()
                self._thread = thread

    def finish(self) -> None:
        """Wait for the background thread and follow to the end."""
        if self._checked:
            self._checked.interrupt()
        if self._thread:
            self._thread.join()
        self._follow()

    def _follow_and_check(self) -> None:
        self._follow()
        if self._checked is not None or self.trouble is not None:
            return
        try:
            with closing(Database.open(self._journal)) as self._checked:
                self._checked.check()
        except JournalFault as fault:
            if fault.code is Trouble.DAMAGED:
                with self.lock:
                    self.trouble = self._damage = fault

    def _follow(self) -> None:
        """Copy what the backup lacks. A fault is kept in ``trouble``, not raised."""
        with self.lock:
            try:
                with translate_errors(self.path), closing(Database.open(self._journal)) as source:
                    with closing(self._continued(source)) as copy:
                        _copy(source, copy)
                    source.checkpoint()
                self.trouble = self._damage
            except JournalFault as fault:
                self.trouble = fault

    def _continued(self, source: Database) -> Database:
        """Return the backup of that journal, or a new one. One whose last entry is another, of an
        older copy of the folder, is made again; damage of the journal never replaces a backup."""
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


def _copy(source: Database, copy: Database) -> None:
    for first in range(copy.last + 1, source.last + 1, CHUNK):
        entries = source.entries(first, min(first + CHUNK - 1, source.last))
        with copy.transaction():
            copy.add(first, [NewEntry(entry.body, entry.key) for entry in entries])
