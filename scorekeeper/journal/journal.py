"""The journal: every line that was accepted, safe on the disk before anybody is told of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from scorekeeper.game.record import Standing
from scorekeeper.journal.errors import JournalFault, Trouble
from scorekeeper.journal.games import (
    Finished,
    Played,
    finished,
    newly_standing,
    played,
    write_standing,
)
from scorekeeper.journal.repair import Clock, Found, Home, random_name, utc_now
from scorekeeper.journal.row import Row
from scorekeeper.journal.store import IndexRow, Store


class Journal:
    """For one thread at a time; the Table sees to that. Made by ``open`` or ``in_memory``.

    ``name`` is the journal's own, ``last`` the number of its last line. ``trouble`` is why the last
    line could not be kept; None where it could. Reading and writing raise JournalFault.
    """

    name: str
    last: int

    def __init__(self, store: Store, home: Home | None = None) -> None:
        self._home = home
        self.trouble: JournalFault | None = None
        self._mendable, self._closed = True, False
        self._use(store)

    @staticmethod
    def in_memory() -> Journal:
        """A journal that is gone with the program."""
        return Journal(Store.create(None, random_name()))

    @staticmethod
    def open(path: Path, *, clock: Clock = utc_now) -> Journal:
        """The journal at *path*: made, migrated or mended as need be, then told in ``news``.

        JournalFault NEWER, IN_USE, NO_SPACE, READ_ONLY, NO_ACCESS or IO_ERROR where it cannot be.
        """
        home = Home(path, clock)
        try:
            return Journal(home.open(), home)
        except BaseException:
            home.leave()
            raise

    def _use(self, store: Store) -> None:
        self._store: Store | None = store
        self.name, self.last = store.journal, store.last
        self._sum = store.row(self.last).sum if self.last else ""

    @property
    def path(self) -> Path | None:
        """Where the journal lies; None in memory."""
        return self._home.path if self._home else None

    @property
    def news(self) -> tuple[Found, ...]:
        """What people must be told of how the journal was found."""
        return self._home.news if self._home else ()

    @property
    def backup_trouble(self) -> JournalFault | None:
        """Why the backup is behind; None where it is not."""
        return self._home.backup.trouble if self._home else None

    def ready(self) -> Store:
        """The store; after a fault it is opened anew, and may then be another journal."""
        if self._store is None:
            assert self._home
            if self._closed:
                raise JournalFault(Trouble.NO_ACCESS, self.path, "closed")
            store = self._home.open()
            if store.last > self.last:  # A line is there after all that could not be made safe.
                store.make_safe()
            self._use(store)
        assert self._store
        return self._store

    def row(self, version: int) -> Row:
        """One row."""
        return self.ready().row(version)

    def rows(self, first: int, last: int) -> tuple[Row, ...]:
        """Rows *first* to *last*."""
        return self.ready().rows(first, last)

    def head_after(self, version: int) -> int:
        """The head after row *version*; 0 before the first."""
        return self.ready().head_after(version)

    def by_key(self, key: str) -> Row | None:
        """The row that was accepted with this key."""
        return self.ready().by_key(key)

    def finished(self, standing: Standing, before: tuple[int, int] | None) -> Iterator[Finished]:
        """The games that ended, newest first; older than the one of match and place *before*."""
        return finished(self.ready(), standing, before)

    def played(self, standing: Standing, name: tuple[int, int]) -> Played | None:
        """The finished game of match and place *name*, all of it; None where there is none."""
        return played(self.ready(), standing, name)

    def write(self, row: Row, before: Standing, after: Standing) -> None:
        """Keep one more row, which leads from *before* to *after*, sealed. When this returns it is
        durable."""
        store, row = self.ready(), row.sealed(self._sum)
        index = self._newly_standing(row, before, after)
        try:
            with store.all_or_nothing():
                store.add(row)
                write_standing(store, index, before, after)
        except JournalFault as fault:
            self.trouble = fault
            self._let_go()
            raise
        self.trouble, self._sum, self.last = None, row.sum, row.version
        if self._home:
            self._home.note(self.name, self.last)

    def _newly_standing(self, row: Row, before: Standing, after: Standing) -> tuple[IndexRow, ...]:
        try:
            return newly_standing(self.ready(), row.kind, before, after)
        except JournalFault as fault:
            if fault.code is not Trouble.DAMAGED:
                raise
            # Damage in the years before keeps nobody from playing on: the rows can be made later.
            return ()

    def mend(self, *, only_whole: bool) -> None:
        """Put a damaged journal right; with *only_whole* only if no line is lost by it.

        JournalFault where it cannot be; that is tried once, since it reads the whole journal.
        """
        if self._home and self._mendable:
            self._mendable = False
            self._let_go()
            self._home.mend(only_whole=only_whole)
            self._mendable = True

    def _let_go(self) -> None:
        """A store that failed may be in any state; the next use opens it anew."""
        if self._store and self._home:
            self._store.close()
            self._store = None

    def back_up(self) -> None:
        """Bring the backup up to date in the background."""
        if self._home:
            self._home.backup.soon()

    def close(self) -> None:
        """Let go of everything, the backup brought up to date."""
        if self._home and not self._closed:
            self._closed = True
            self._home.backup.finish()
            self._let_go()
            self._home.leave()
