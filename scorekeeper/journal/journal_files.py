"""A journal's files while it is open: the database, its lock and its backup."""

from pathlib import Path

from scorekeeper.journal.backup import Backup
from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.files import Lockfile, companion, replace
from scorekeeper.journal.repair import REPAIRED, DamagedJournal, StartupNotice, bring_back, repair
from scorekeeper.journal.row import Clock
from scorekeeper.journal.schema import random_name
from scorekeeper.journal.store import Store


class JournalFiles:
    """A journal's place on the disk, with its ``lock`` and its backup.

    ``notices`` are the repairs so far. JournalFault IN_USE where another program has the lock.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self.path, self._clock = path, clock
        self.notices: tuple[StartupNotice, ...] = ()
        with translate_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        self.lock = Lockfile.acquire(path)
        self.backup = Backup(path)
        self._identity: tuple[int, int] | None = None

    def open(self) -> Store:
        """Return the store, ready to be written, created or repaired if need be."""
        try:
            store = self._whole()
        except JournalFault as fault:
            if fault.code not in REPAIRED:
                raise
            if self._is_new(fault.code):
                store = Store.create(self.path, random_name())
            else:
                self.repair(fault.code, only_whole=False)
                store = Store.open(self.path)
        self.lock.note(store.journal, store.last)
        self._identity = self._seen()
        return store

    @property
    def is_gone(self) -> bool:
        """True if another file, or none, lies where the journal was opened."""
        return self._seen() != self._identity

    def _seen(self) -> tuple[int, int] | None:
        """Return device and inode of the file; None where there is none."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def bring_back(self, store: Store) -> Store:
        """Write the file again from the open *store*, which is closed; return the new one."""
        with self.backup.lock:
            notice = bring_back(store, self.path, self._clock())
        self.notices += (notice,)
        store.close()
        return self.open()

    def repair(self, why: Trouble = Trouble.DAMAGED, *, only_whole: bool) -> None:
        """Repair the closed journal. JournalFault DAMAGED where *only_whole* forbids it."""
        damaged = DamagedJournal(self.path, why, self.lock.journal, self.lock.lines)
        with self.backup.lock:
            notice = repair(damaged, random_name(), self._clock(), only_whole=only_whole)
        self.notices += (notice,)

    def _whole(self) -> Store:
        with translate_errors(self.path):
            if not self.path.exists() and (new := companion(self.path, "new")).exists():
                # A repair was cut off between the quarantine and the replacement.
                replace(new, self.path)
        store = Store.open(self.path)
        try:
            self._compare(store)
        except JournalFault:
            store.close()
            raise
        return store

    def _compare(self, store: Store) -> None:
        """Check the rows of the game on the table, and that the lockfile knows of no more."""
        known = self.lock.lines if self.lock.journal == store.journal else 0
        if known > (last := store.last):
            raise JournalFault(Trouble.SHORTENED, self.path, f"{last} < {known}")
        if last:
            store.rows(max(store.row(last).game, 1), last)

    def _is_new(self, why: Trouble) -> bool:
        nothing = self.lock.lines == 0 and not self.backup.path.exists()
        return why is Trouble.MISSING and nothing
