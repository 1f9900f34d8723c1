"""Where a journal lives on a disk: made, migrated, mended and backed up there, by one program."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

from scorekeeper.journal.backup import Backup
from scorekeeper.journal.errors import JournalFault, Trouble, told_plainly
from scorekeeper.journal.files import Tally
from scorekeeper.journal.migrations import migrate
from scorekeeper.journal.schema import LAYOUT
from scorekeeper.journal.store import Store
from scorekeeper.table.beside import beside, take_place
from scorekeeper.table.found import MENDED, Found, migrated
from scorekeeper.table.rescue import Wreck, rescue

Clock: TypeAlias = Callable[[], datetime]


def utc_now() -> datetime:
    """The time, in UTC."""
    return datetime.now(UTC)


def random_name() -> str:
    """A name that no other journal has."""
    return secrets.token_hex(6)


class Home:
    """Holds the place until ``leave``; ``news`` is what people must be told of what was found.

    JournalFault IN_USE where another program holds it.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        self.path, self._clock = path, clock
        self.news: tuple[Found, ...] = ()
        with told_plainly(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        self._tally = Tally.hold(path)
        self.backup = Backup(path)

    def open(self) -> Store:
        """The store, ready to be written. What is not there is made, what is broken is mended."""
        try:
            store = self._whole()
        except JournalFault as fault:
            if fault.code not in MENDED:
                raise
            store = self._made() if self._is_new(fault.code) else self._mended(fault.code)
        self.note(store.journal, store.last)
        return store

    def mend(self, *, only_whole: bool) -> None:
        """Mend the journal, which is closed; JournalFault DAMAGED where *only_whole* forbids it."""
        self._rescue(Trouble.DAMAGED, only_whole=only_whole)

    def note(self, journal: str, lines: int) -> None:
        """The journal of that name now has so many lines."""
        self._tally.note(journal, lines)

    def leave(self) -> None:
        """Let others have the place."""
        self._tally.close()

    def _whole(self) -> Store:
        with told_plainly(self.path):
            if not self.path.exists() and (new := beside(self.path, "new")).exists():
                # Mending ended between putting the old file aside and putting this one there.
                take_place(new, self.path)
        store = Store.open(self.path)
        try:
            self._bring_up_to_date(store)
            self._compare(store)
        except JournalFault:
            store.close()
            raise
        return store

    def _bring_up_to_date(self, store: Store) -> None:
        if (layout := migrate(store)) < LAYOUT:
            self.news += (migrated(self.path, layout, LAYOUT),)

    def _compare(self, store: Store) -> None:
        """The rows of the game on the table prove themselves, and the tally knows of none more."""
        known = self._tally.lines if self._tally.journal == store.journal else 0
        if known > (last := store.last):
            raise JournalFault(Trouble.SHORTENED, self.path, f"{last} < {known}")
        if last:
            store.rows(max(store.row(last).since, 1), last)

    def _is_new(self, why: Trouble) -> bool:
        nothing = self._tally.lines == 0 and not self.backup.path.exists()
        return why is Trouble.MISSING and nothing

    def _made(self) -> Store:
        return Store.create(self.path, random_name())

    def _mended(self, why: Trouble) -> Store:
        self._rescue(why, only_whole=False)
        return Store.open(self.path)

    def _rescue(self, why: Trouble, *, only_whole: bool) -> None:
        wreck = Wreck(self.path, why, self._tally.journal, self._tally.lines)
        with self.backup.lock:
            found = rescue(wreck, random_name(), self._clock(), only_whole=only_whole)
        self.news += (found,)
