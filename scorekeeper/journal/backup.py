"""A second journal beside the first that follows it in the background after each deal."""

import errno
import os
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.files import companion, remove
from scorekeeper.journal.store import Store
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
        with closing(Store.look(journal)) as store:
            store.check()
    except JournalFault as fault:
        # One of an earlier program is set aside when the table is opened.
        new = fault.code in {Trouble.MISSING, Trouble.OLDER}
        return None if new else backup_fault(fault, journal)
    if not backup.exists():
        return None
    try:
        Store.look(backup).close()
    except JournalFault as fault:
        # One that is damaged is made again.
        if fault.code not in {Trouble.MISSING, Trouble.DAMAGED}:
            return backup_fault(fault, journal)
    if not os.access(backup, os.W_OK):
        closed = JournalFault(Trouble.NO_ACCESS, backup, os.strerror(errno.EACCES))
        return backup_fault(closed, journal)
    return None


class Backup:
    """Copies the rows that the backup lacks, and only if their sums continue it: that takes as
    long as the last deal, however many years precede it, and never copies damage.

    The first time it looks through the whole journal too. ``trouble`` is why the last copy failed,
    else the damage that was found, or None.
    """

    def __init__(self, journal: Path) -> None:
        self._journal, self.path = journal, companion(journal, "backup")
        self._thread: Thread | None = None
        self.lock = Lock()
        self.trouble: JournalFault | None = None
        self._damage: JournalFault | None = None
        self._checked: Store | None = None

    @property
    def fault(self) -> Fault | None:
        """The trouble as a sentence with its mend."""
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
        self.follow()

    def follow(self) -> None:
        """Copy what the backup lacks. A fault is kept in ``trouble``, not raised."""
        with self.lock:
            try:
                with translate_errors(self.path):
                    self._follow()
                self.trouble = self._damage
            except JournalFault as fault:
                self.trouble = fault

    def _follow_and_check(self) -> None:
        self.follow()
        if self._checked is None and self.trouble is None:
            self._check()

    def _check(self) -> None:
        """Look through the journal, with a connection of its own, as that takes seconds."""
        try:
            with closing(Store.open(self._journal)) as self._checked:
                self._checked.check()
        except JournalFault as fault:
            if fault.code is Trouble.DAMAGED:
                with self.lock:
                    self.trouble = self._damage = fault

    def _follow(self) -> None:
        with closing(Store.open(self._journal)) as source:
            with closing(self._continued(source.journal)) as copy:
                self._copy(source, copy)
            source.write_back()

    def _continued(self, journal: str) -> Store:
        """Return the backup of that journal, or a new one where none can be read."""
        try:
            copy = Store.open(self.path)
            if copy.journal == journal:
                return copy
            copy.close()
        except JournalFault as fault:
            if fault.code not in {Trouble.MISSING, Trouble.DAMAGED}:
                raise
        remove(self.path)
        return Store.create(self.path, journal)

    def _copy(self, source: Store, copy: Store) -> None:
        last = copy.last
        before = copy.row(last).sum if last else ""
        for first in range(last + 1, source.last + 1, CHUNK):
            with copy.all_or_nothing():
                for row in source.rows(first, min(first + CHUNK - 1, source.last)):
                    if row.sum != row.seal(before):
                        raise JournalFault(Trouble.DAMAGED, self._journal, f"line {row.version}")
                    copy.add(row, before)
                    before = row.sum
