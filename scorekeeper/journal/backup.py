"""A second journal beside the first: it follows after each deal and is in nobody's way."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import Final

from scorekeeper.journal.errors import JournalFault, Trouble, told_plainly
from scorekeeper.journal.files import beside, remove
from scorekeeper.journal.store import Store

CHUNK: Final = 500


class Backup:
    """Rows that the backup lacks are copied, and only if they continue it unharmed: a copy takes
    as long as the last deal, however many years lie before, and never takes over damage.

    ``trouble`` is why the last copy could not be made; None where it could.
    """

    def __init__(self, journal: Path) -> None:
        self._journal, self.path = journal, beside(journal, "backup")
        self._thread: Thread | None = None
        self.lock = Lock()
        self.trouble: JournalFault | None = None

    def soon(self) -> None:
        """Follow in the background, unless that is being done already."""
        if self._thread is None or not self._thread.is_alive():
            thread = Thread(target=self.follow, name="backup", daemon=True)
            # Where no thread can be had, as when the program is ending, the next deal will do.
            with suppress(RuntimeError):
                thread.start()
                self._thread = thread

    def finish(self) -> None:
        """Wait for the background and follow to the end."""
        if self._thread:
            self._thread.join()
        self.follow()

    def follow(self) -> None:
        """Copy what the backup lacks. Trouble is noted, not raised: the journal is what counts."""
        with self.lock:
            try:
                with told_plainly(self.path):
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
        """The backup of that journal so far, or a new one where there is none that can be read."""
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
                    copy.add(row)
                    before = row.sum
