"""The table after any line of the journal, folded from the rows of one game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple, Protocol

from scorekeeper.game.events import Events
from scorekeeper.game.record import Commit, GameLoader, RecordNode, TableState, append_next, restore
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game
from scorekeeper.journal.row import Kind, Row


class RowSource(Protocol):
    """A source of rows. Each read raises JournalFault where it cannot be trusted."""

    def row(self, version: int) -> Row:
        """Return one row."""

    def rows(self, first: int, last: int) -> tuple[Row, ...]:
        """Return rows *first* to *last*."""

    def head_after(self, version: int) -> int:
        """Return the head after row *version*; 0 before the first."""


class Moment(NamedTuple):
    """The table after a line: its state, the game before that line, the events of a `do`, who
    wrote the line, its kind, the commit that it did, undid or did again, and the entry as it was
    before an amend."""

    state: TableState
    before: Game
    events: Events
    by: str
    kind: Kind = "do"
    touched: Change | None = None
    was: Entry | None = None


class History:
    """Reads only the rows since one game began, however many games and matches precede it."""

    def __init__(self, rows: RowSource) -> None:
        self._rows = rows

    def after(self, version: int) -> Moment:
        """Return the table after line *version*; 0 is the empty table."""
        if version == 0:
            return Moment(TableState(), Game(), (), "")
        row = self._rows.row(version)
        commits = self._commits(self._rows.rows(max(row.game, 1), version))
        state = TableState(
            match=row.match,
            game_line=row.game,
            base_game=self._base_game(row.match),
            head=commits.get(row.head),
            undone=tuple(_undone(commits, row)),
        )
        before, touched = self._game_before(row, commits), commits[row.undoes or row.head].change
        was = _amended(commits[row.head]) if row.kind == "amend" else None
        return Moment(state, before, row.happened(), row.by, row.kind, touched, was)

    def _game_before(self, row: Row, commits: dict[int, Commit]) -> Game:
        """Return the game before *row*; if that is an earlier one, the last state of it."""
        head = self._rows.head_after(row.version - 1)
        return commits[head].record.game if head in commits else self.before(row.game).game

    def before(self, line: int) -> TableState:
        """Return the table before *line*, a `start` or `next`."""
        head = self._rows.head_after(line - 1)
        if head == 0:
            return TableState()
        row = self._rows.row(head)
        commits = self._commits(self._rows.rows(row.game, head))
        base_game = self._base_game(row.match)
        return TableState(row.match, row.game, base_game, commits[head])

    def _base_game(self, match: int) -> GameLoader:
        return lambda: self.before(match).game if match else Game()

    def _commits(self, rows: tuple[Row, ...]) -> dict[int, Commit]:
        """Return the commits in *rows*, undone ones included, by line."""
        commits: dict[int, Commit] = {}
        head = self._rows.head_after(rows[0].version - 1)
        for row in rows:
            if row.kind in {"do", "amend"}:
                below = None if row.begins else commits[head]
                commits[row.version] = self._commit(row, below, head)
            head = row.head
        return commits

    def _commit(self, row: Row, below: Commit | None, parent: int) -> Commit:
        entries = tuple(_whole(entry, below) for entry in row.entries())
        record = below.record if below else None
        if amends := row.kind == "amend":
            record = _node_before(record, entries[0])
        for entry in entries:
            record = restore(entry, record, self._base_game(row.match))
        assert record
        if row.begins and not row.starts:
            load = partial(self._record_before, row.version)
            record = append_next(entries[0], record.game, load)
        return Commit(row.version, entries[0], amends, record, below, parent)

    def _record_before(self, line: int) -> RecordNode | None:
        return self.before(line).record


def _node_before(record: RecordNode | None, entry: Entry) -> RecordNode | None:
    """Return the node before that of *entry* in the *record*."""
    assert record
    return next(node.below for node in record.walk() if node.entry.entry == entry.entry)


def _amended(commit: Commit) -> Entry | None:
    """Return the entry that the amend of *commit* took the place of."""
    return _entry(commit.below, commit.entry.entry) if commit.below else None


def _whole(entry: Entry, below: Commit | None) -> Entry:
    """Return *entry* with what it was before nothing was left of it."""
    was = _entry(below, entry.entry) if below and not entry.actions else None
    return entry.after(was) if was else entry


def _entry(commit: Commit, number: int) -> Entry | None:
    """Return entry *number* as it stood after *commit*."""
    nodes = (node.entry for node in commit.record.walk())
    return next((entry for entry in nodes if entry.entry == number), None)


def _undone(commits: dict[int, Commit], row: Row) -> Iterable[Commit]:
    """Iterate over what redo brings back, the next one last."""
    line = row.redo_head
    while line != row.head:
        yield commits[line]
        line = commits[line].parent
