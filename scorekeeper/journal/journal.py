"""The journal: every accepted line, on the disk before anybody sees it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Self

from scorekeeper.game.record import TableState
from scorekeeper.journal.errors import JournalFault, Trouble
from scorekeeper.journal.game_index import list_games, load_game, newly_standing, write_standing
from scorekeeper.journal.games import GameName, GameResult, PlayedGame
from scorekeeper.journal.journal_files import JournalFiles
from scorekeeper.journal.repair import StartupNotice
from scorekeeper.journal.row import Clock, Row, utc_now
from scorekeeper.journal.schema import random_name
from scorekeeper.journal.store import IndexRow, Store
from scorekeeper.words import Fault


class Journal:
    """Made by ``open`` or ``in_memory``; the Table uses it from one thread at a time.

    ``name`` is the journal's own random name, ``last`` the number of its last line. ``trouble`` is
    why the last line could not be written, or None. Reading and writing raise JournalFault.
    """

    name: str
    last: int

    def __init__(self, store: Store, files: JournalFiles | None = None) -> None:
        self._files = files
        self.trouble: JournalFault | None = None
        self._repairable, self._closed = True, False
        self._use(store)

    @classmethod
    def in_memory(cls) -> Self:
        """Return a journal that is gone with the program."""
        return cls(Store.create(None, random_name()))

    @classmethod
    def open(cls, path: Path, *, clock: Clock = utc_now) -> Self:
        """Return the journal at *path*, created or repaired if need be; ``notices`` say so.

        JournalFault NEWER, IN_USE, NO_SPACE, READ_ONLY, NO_ACCESS or IO_ERROR.
        """
        files = JournalFiles(path, clock)
        try:
            return cls(files.open(), files)
        except BaseException:
            files.lock.close()
            raise

    def _use(self, store: Store) -> None:
        self._store: Store | None = store
        self.name, self.last = store.journal, store.last
        self._sum = store.row(self.last).sum if self.last else ""

    @property
    def path(self) -> Path | None:
        """The path of the file; None in memory."""
        return self._files.path if self._files else None

    @property
    def notices(self) -> tuple[StartupNotice, ...]:
        """Messages for people about damage that was found and repaired."""
        return self._files.notices if self._files else ()

    @property
    def backup_trouble(self) -> JournalFault | None:
        """The fault that keeps the backup behind, or None."""
        return self._files.backup.trouble if self._files else None

    @property
    def backup_fault(self) -> Fault | None:
        """The same as a sentence with its mend."""
        return self._files.backup.fault if self._files else None

    def ready(self) -> Store:
        """Return the store. After a fault it is reopened, and may then be another journal."""
        if self._store is None:
            assert self._files
            if self._closed:
                raise JournalFault(Trouble.NO_ACCESS, self.path, "closed")
            store = self._files.open()
            if store.last > self.last:  # A line whose write failed is there after all.
                store.make_safe()
            self._use(store)
        assert self._store
        return self._store

    def row(self, version: int) -> Row:
        """Return one row."""
        return self.ready().row(version)

    def rows(self, first: int, last: int) -> tuple[Row, ...]:
        """Return rows *first* to *last*."""
        return self.ready().rows(first, last)

    def head_after(self, version: int) -> int:
        """Return the head after row *version*; 0 before the first."""
        return self.ready().head_after(version)

    def by_key(self, key: str) -> Row | None:
        """Return the row that was accepted with this key."""
        return self.ready().by_key(key)

    def list_games(self, state: TableState, before: GameName | None) -> Iterator[GameResult]:
        """Iterate over finished games, newest first, older than the match and place *before*."""
        return list_games(self.ready(), state, before)

    def load_game(self, state: TableState, name: GameName) -> PlayedGame | None:
        """Return the finished game of match and place *name*; None where there is none."""
        return load_game(self.ready(), state, name)

    def write(self, row: Row, before: TableState, after: TableState) -> None:
        """Seal and write one more row, which leads from state *before* to *after*.

        When this returns, the row is durable.
        """
        store, row = self._still_there(), row.sealed(self._sum)
        index = self._newly_standing(row, before, after)
        try:
            if after.floor <= before.floor:
                store.add(row, self._sum)  # One statement is a transaction by itself.
            else:
                with store.all_or_nothing():
                    store.add(row, self._sum)
                    write_standing(store, index, before, after)
        except JournalFault as fault:
            self.trouble = fault
            self._release()
            raise
        self.trouble, self._sum, self.last = None, row.sum, row.version
        if self._files:
            self._files.lock.note(self.name, self.last)

    def _still_there(self) -> Store:
        """Return the store; a file that was taken away or replaced meanwhile is written again, or
        this entry would be acknowledged and gone."""
        store = self.ready()
        if self._files and self._files.is_gone:
            try:
                self._store = self._files.bring_back(store)
            except JournalFault as fault:
                self.trouble = fault
                raise
        assert self._store
        return self._store

    def _newly_standing(
        self, row: Row, before: TableState, after: TableState
    ) -> tuple[IndexRow, ...]:
        try:
            return newly_standing(self.ready(), row.kind, before, after)
        except JournalFault as fault:
            if fault.code is not Trouble.DAMAGED:
                raise
            # Damage in earlier years must not stop the game: the rows can be made later.
            return ()

    def repair(self, *, only_whole: bool) -> None:
        """Repair a damaged journal; with *only_whole* only if no line is lost by it.

        JournalFault where that fails. It is then not tried again: it reads the whole journal.
        """
        if self._files and self._repairable:
            self._repairable = False
            self._release()
            self._files.repair(only_whole=only_whole)
            self._repairable = True

    def _release(self) -> None:
        """Close a store that failed and may be in any state; the next use reopens it."""
        if self._store and self._files:
            self._store.close()
            self._store = None

    def back_up(self) -> None:
        """Bring the backup up to date in the background."""
        if self._files:
            self._files.backup.soon()

    def close(self) -> None:
        """Bring the backup up to date and close everything."""
        if self._files and not self._closed:
            self._closed = True
            self._files.backup.finish()
            self._release()
            self._files.lock.close()
