"""A second journal beside the first that follows it in the background after each deal."""

from contextlib import closing, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.files import companion, remove
from scorekeeper.journal.store import Store

CHUNK: Final = 500


class Backup:
    """Copies the rows that the backup lacks, and only if their sums continue it: that takes as
    long as the last deal, however many years precede it, and never copies damage.

    ``trouble`` is why the last copy failed, or None.
    """

    def __init__(self, journal: Path) -> None:
        self._journal, self.path = journal, companion(journal, "backup")
        self._thread: Thread | None = None
        self.lock = Lock()
        self.trouble: JournalFault | None = None

    def soon(self) -> None:
        """Follow in the background, unless that is under way already."""
        if self._thread is None or not self._thread.is_alive():
            thread = Thread(target=self.follow, name="backup", daemon=True)
            # No thread can be started while the program ends; the next deal will do.
            with suppress(RuntimeError):
                thread.start()
                self._thread = thread

    def finish(self) -> None:
        """Wait for the background thread and follow to the end."""
        if self._thread:
            self._thread.join()
        self.follow()

    def follow(self) -> None:
        """Copy what the backup lacks. A fault is kept in ``trouble``, not raised."""
        with self.lock:
            try:
                with translate_errors(self.path):
                    self._follow()
                self.trouble = None
            except JournalFault as fault:
                self.trouble = fault

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
