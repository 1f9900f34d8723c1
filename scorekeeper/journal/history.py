"""The lines of a journal, and past states of the table, computed from the lines of one game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, Literal, NamedTuple, Self, TypeAlias

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from scorekeeper.game.actions import Amend, Annul, Asked, Redo, Same, Undo
from scorekeeper.game.codec import read_asked, read_events, reader, to_json
from scorekeeper.game.events import Events
from scorekeeper.game.marks import NO_MARKS, Marked, Marks
from scorekeeper.game.record import Commit, GameLoader, TableState, append_next, restore
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game
from scorekeeper.journal.database import Database, StoredEntry

Kind: TypeAlias = Literal["do", "undo", "redo", "amend", "mark"]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A journal line as the API returns it. ``events`` is empty unless ``kind`` is `do`."""

    version: int
    kind: Kind
    asked: Asked
    events: Events
    by: str
    at: str


class Row(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A line as stored and exported. ``action`` and ``events`` are kept as JSON text, so that they
    are never re-encoded.

    ``head``: the line of the latest commit in force after this line (0: none). ``redo_head``: the
    head after redoing everything (equal to ``head`` if nothing is undone). ``match``, ``game``: the
    lines of the `start`, and of the `start` or `next`, to which the head belongs. ``undoes``: the
    line that an undo took back. ``events``: for an amend, the entries that it decided again; for a
    mark, all marks after it.

    ``earlier_head``: for an amend of an earlier match, the line after which that match was on the
    table. ``marks``: the line that has the marks in force. Both are 0, and omitted, if there is
    none.
    """

    version: int
    kind: Kind
    match: int
    head: int
    redo_head: int
    undoes: int | None
    action: Raw
    events: Raw
    by: str
    at: str
    key: str | None
    game: int
    earlier_head: int = 0
    marks: int = 0

    @property
    def begins(self) -> bool:
        """True for a `start` or `next`, at which folding can begin."""
        return self.kind == "do" and self.game == self.version

    @property
    def starts(self) -> bool:
        """True for the `start` of a match."""
        return self.kind == "do" and self.match == self.version

    def read(self) -> Line:
        """Return the row decoded, as a line for the API."""
        return Line(
            version=self.version,
            kind=self.kind,
            asked=read_asked(bytes(self.action)),
            events=self.happened(),
            by=self.by,
            at=self.at,
        )

    def happened(self) -> Events:
        """Return the events of a `do`; empty for other kinds."""
        return read_events(bytes(self.events)) if self.kind == "do" else ()

    def entries(self) -> tuple[Entry, ...]:
        """Return the entry that a `do` appended, or all entries that an amend decided again."""
        match self.kind:
            case "do":
                line = self.read()
                assert not isinstance(line.asked, Undo | Redo | Amend | Annul | Same)
                return (
                    Entry(
                        entry=line.version,
                        actions=(line.asked,),
                        events=line.events,
                        by=line.by,
                        at=line.at,
                    ),
                )
            case "amend":
                return _read_entries(bytes(self.events))
            case _:
                return ()


_decoder: Final = msgspec.json.Decoder(Row)


def decode_row(entry: StoredEntry) -> Row:
    """Return the decoded row of *entry*. Raises ValueError or MsgspecError if it is invalid."""
    row = _decoder.decode(entry.body)
    if (row.version, row.key) != (entry.version, entry.key):
        raise ValueError(entry.version)
    return row


def rows_of(database: Database) -> RowSource:
    """Return a function that reads rows of an open journal."""
    return lambda first, last: tuple(map(decode_row, database.entries(first, last)))


_read_entries: Final = reader(tuple[Entry, ...])
_read_marked: Final = reader(Marked)


def raw_json(value: Any) -> Raw:
    """Return *value* as raw JSON, to store in a row."""
    return Raw(to_json(value))


def raw_entries(entries: Iterable[Entry]) -> Raw:
    """Return *entries* as raw JSON, without ``was``, which can be read from an earlier row."""
    names = ("entry", "actions", "events", "lengths", "by", "at")
    return raw_json([{name: getattr(entry, name) for name in names} for entry in entries])


RowSource: TypeAlias = Callable[[int, int], tuple[Row, ...]]
"""Reads the rows from a first to a last number. Raises JournalFault if one is invalid."""


class Moment(NamedTuple):
    """The table after a line: its state, the game before the line, the events of a `do`, the
    author, the kind, the commit that was done, undone or redone, and the entry as it was before an
    amend."""

    state: TableState
    before: Game
    events: Events
    by: str
    kind: Kind = "do"
    touched: Change | None = None
    was: Entry | None = None


class History:
    """Computes past states of the table; reads only one game's rows, however long the journal.

    *stored* returns the database, which also has the finished games.
    """

    def __init__(self, rows: RowSource, stored: Callable[[], Database]) -> None:
        self._rows, self.stored = rows, stored

    @classmethod
    def of(cls, database: Database) -> Self:
        """Return the history of an open *database*."""
        return cls(rows_of(database), lambda: database)

    def _row(self, version: int) -> Row:
        return self._rows(version, version)[0]

    def _head_after(self, version: int) -> int:
        return self._row(version).head if version else 0

    def after(self, version: int) -> Moment:
        """Return the table after line *version*; 0 is the empty table."""
        if version == 0:
            return Moment(TableState(), Game(), (), "")
        row = self._row(version)
        commits = self._commits(self._rows(max(row.game, 1), version))
        state = TableState(
            match=row.match,
            game_line=row.game,
            base_game=self._base_game(row.match),
            head=commits.get(row.head),
            undone=tuple(_undone(commits, row)),
        )
        touched, head = commits[row.undoes or row.head].change, self._head_after(version - 1)
        # If that was a game before, its last state.
        before = commits[head].record.game if head in commits else self.before(row.game).game
        was = self._amended(row, commits) if row.kind == "amend" else None
        return Moment(state, before, row.happened(), row.by, row.kind, touched, was)

    def _amended(self, row: Row, commits: dict[int, Commit]) -> Entry | None:
        commit: Commit | None = commits[row.head]
        if row.earlier_head:
            commit = self.match_after(row.version).head
        return _entry(commit.below, commit.entry.entry) if commit and commit.below else None

    def before(self, line: int) -> TableState:
        """Return the state before *line*, a `start` or `next`."""
        return self.standing(self._head_after(line - 1))

    def standing(self, head: int) -> TableState:
        """Return the state with the commit of line *head* as the latest, and nothing undone."""
        if head == 0:
            return TableState()
        row = self._row(head)
        commits = self._commits(self._rows(row.game, head))
        base_game = self._base_game(row.match)
        return TableState(row.match, row.game, base_game, commits[head])

    def match_after(self, line: int) -> TableState:
        """Return the match that *line* concerns, in its state after the line: an earlier match if
        the line amends one, otherwise the match on the table."""
        amends = list[Row]()
        while (row := self._row(line)).earlier_head:
            amends.append(row)
            line = row.earlier_head
        state = self.standing(line)
        for row in reversed(amends):
            assert state.head
            commit = self._commit(row, state.head, state.head.version, state.match)
            state = replace(state, head=commit)
        return state

    def earlier_match(self, entry: int) -> TableState | None:
        """Return the current state of *entry*'s earlier match; None if it has no finished game."""
        match = self._row(entry).match
        games = self.stored().games((match + 1, 0), 1)
        return self.match_after(games[0].head) if games and games[0].match == match else None

    def _base_game(self, match: int) -> GameLoader:
        return lambda: self.before(match).game if match else Game()

    def _commits(self, rows: tuple[Row, ...]) -> dict[int, Commit]:
        """Return the commits in *rows* by line, including undone ones."""
        commits: dict[int, Commit] = {}
        head = self._head_after(rows[0].version - 1)
        for row in rows:
            latest = commits.get(head)
            match row.kind:
                case "do" | "amend" if not row.earlier_head:
                    below = None if row.begins else commits[head]
                    commit = self._commit(row, below, head, row.match)
                    marks = latest.marks if latest else self._marks(row.marks)
                    commits[row.version] = replace(commit, marks=marks)
                case "amend":
                    earlier = partial(self.match_after, row.version)
                    commit = commits[head].aside(row.version, row.by, row.at, earlier=earlier)
                    commits[row.version] = commit
                case "mark":
                    marked = _read_marked(bytes(row.events))
                    commit = commits[head].aside(row.version, row.by, row.at, marked=marked)
                    commits[row.version] = commit
                case _:
                    pass
            head = row.head
        return commits

    def _marks(self, line: int) -> Marks:
        return _read_marked(bytes(self._row(line).events)).marks if line else NO_MARKS

    def _commit(self, row: Row, below: Commit | None, parent: int, match: int) -> Commit:
        entries = tuple(_whole(entry, below) for entry in row.entries())
        record = below.record if below else None
        if amends := row.kind == "amend":
            assert record
            first = entries[0].entry
            record = next(node.below for node in record.walk() if node.entry.entry == first)
        for entry in entries:
            record = restore(entry, record, self._base_game(match))
        assert record
        if row.begins and not row.starts:
            record = append_next(entries[0], record.game, lambda: self.before(row.version).record)
        return Commit(row.version, entries[0], amends, record, below, parent)


def _whole(entry: Entry, below: Commit | None) -> Entry:
    """Return *entry*; if deleted (without actions), with its former content as ``was``."""
    was = _entry(below, entry.entry) if below and not entry.actions else None
    return entry.after(was) if was else entry


def _entry(commit: Commit, number: int) -> Entry | None:
    nodes = (node.entry for node in commit.record.walk())
    return next((entry for entry in nodes if entry.entry == number), None)


def _undone(commits: dict[int, Commit], row: Row) -> Iterable[Commit]:
    """Iterate over the commits that redo restores, the next one last."""
    line = row.redo_head
    while line != row.head:
        yield commits[line]
        line = commits[line].parent
