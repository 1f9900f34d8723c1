"""The record of a match as a linked list of entries, and the commits that undo takes back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Start
from scorekeeper.game.engine.evolve import evolve_all
from scorekeeper.game.events import DealBegan, GameBegan
from scorekeeper.game.marks import NO_MARKS, Marked, Marks
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game, Phase


class RecordNode(msgspec.Struct, frozen=True, eq=False):
    """An entry of the record, the game after it, and a link to the previous entry of the match.

    ``deal``: the entries of the deal so far, oldest first, including the entry that began it and,
    in the first deal, those that began the game. ``floor``: the line of the `start` or `next` back
    to which the record is in memory; earlier nodes are read on demand.
    """

    entry: Entry
    game: Game
    link: RecordNode | NodeLoader | None
    deal: tuple[Entry, ...]
    floor: int

    @property
    def below(self) -> RecordNode | None:
        """The previous node, read from the journal if it belongs to an earlier game."""
        return self.link() if callable(self.link) else self.link

    def walk(self) -> Iterator[RecordNode]:
        """Iterate over this node and all previous ones of the match, newest first."""
        node: RecordNode | None = self
        while node:
            yield node
            node = node.below

    def loaded(self) -> Iterator[RecordNode]:
        """Iterate over this node and previous ones back to its ``floor``, newest first."""
        node: RecordNode | NodeLoader | None = self
        while isinstance(node, RecordNode):
            yield node
            node = node.link


NodeLoader = Callable[[], RecordNode | None]
"""Reads a node of an earlier game from the journal; the result is not cached."""

GameLoader = Callable[[], Game]
"""Returns the game before the match; may have to read the previous match."""


def append(entry: Entry, game: Game, below: RecordNode | None) -> RecordNode:
    """Return the node of *entry*, which led to *game*, appended to *below*."""
    later = game.deal is not None and game.deal.number > 1
    begins = any(
        isinstance(event, GameBegan) or (later and isinstance(event, DealBegan) and not event.again)
        for event in entry.events
    )
    deal = below.deal if below and not begins else ()
    floor = below.floor if below else entry.entry
    return RecordNode(entry, game, below, (*deal, entry), floor)


def append_next(entry: Entry, game: Game, below: NodeLoader) -> RecordNode:
    """Return the node of the `next` that began *game*; earlier games are not kept in memory."""
    return RecordNode(entry, game, below, (entry,), entry.entry)


def restore(entry: Entry, below: RecordNode | None, base_game: GameLoader) -> RecordNode:
    """Return the node of *entry*, decided earlier, appended to *below* or else to *base_game*."""
    if entry.events and isinstance(entry.events[0], GameBegan):
        return append(entry, evolve_all(Game(), entry.events), below)
    return append(entry, evolve_all(below.game if below else base_game(), entry.events), below)


class Commit(msgspec.Struct, frozen=True, eq=False):
    """A line that can be undone (an entry, an amend or a mark), and the record after it.

    ``below``: the previous commit of the same game; None for a `start` or `next`, whose ``parent``
    is the line of the last commit of the previous game (0: none). ``earlier``: for an amend of an
    earlier match, which leaves the record unchanged, returns that match after it. ``marks``: all
    marks in force.
    """

    version: int
    entry: Entry
    amends: bool
    record: RecordNode
    below: Commit | None
    parent: int
    marks: Marks = NO_MARKS
    marked: Marked | None = None
    earlier: Callable[[], TableState] | None = None

    def aside(
        self,
        version: int,
        by: str,
        at: str,
        *,
        marked: Marked | None = None,
        earlier: Callable[[], TableState] | None = None,
    ) -> Commit:
        """Return the commit of a line after this one that leaves the game on the table as it is."""
        entry = Entry(entry=version, actions=(), events=(), by=by, at=at)
        marks, amends = marked.marks if marked else self.marks, earlier is not None
        record, parent = self.record, self.version
        return Commit(version, entry, amends, record, self, parent, marks, marked, earlier)

    @property
    def starts(self) -> bool:
        """True for the `start` of a match."""
        return self.below is None and isinstance(self.entry.actions[0], Start)

    @property
    def change(self) -> Change:
        """The commit as a Change for the snapshot."""
        if self.earlier:
            match = self.earlier()
            assert match.head
            return replace(match.head.change, game=match.game)
        entry, amends = self.entry, self.amends
        change = Change(version=self.version, entry=entry, amends=amends, marked=self.marked)
        if not (amends and self.below):
            return change
        was, now = self.below.record, self.record
        number, rest = entry.entry, entry.actions[1:]
        same = (node.entry for node in was.walk() if node.entry.entry <= number)
        later = takewhile(lambda node: node.entry.entry > now.entry.entry, was.walk())
        phases = (was.game.phase, now.game.phase)
        return replace(
            change,
            names_dealer=entry.starts and phases == (Phase.DRAW, Phase.CUT),
            adds=bool(rest) and rest == next(same).actions,
            removed=sum(1 for _ in later),
        )


class TableState(msgspec.Struct, frozen=True, eq=False):
    """The state on which an action is decided.

    ``match`` is the line of its `start` (0: none), ``game_line`` that of the `start` or `next` that
    began the game, ``head`` the latest commit in force, ``undone`` the commits that redo restores,
    the next one last; they may belong to later matches.
    """

    match: int = 0
    game_line: int = 0
    base_game: GameLoader = Game
    head: Commit | None = None
    undone: tuple[Commit, ...] = ()

    def commits(self) -> Iterator[Commit]:
        """Iterate over the commits of this game, newest first."""
        commit = self.head
        while commit:
            yield commit
            commit = commit.below

    @property
    def match_head(self) -> int:
        """The line of the latest commit of this match; 0 if there is none."""
        own = (commit.version for commit in self.commits() if not commit.earlier)
        return next(own, 0)

    @property
    def marks(self) -> Marks:
        """The marks in force."""
        return self.head.marks if self.head else NO_MARKS

    @property
    def record(self) -> RecordNode | None:
        """The latest node of the record."""
        return self.head.record if self.head else None

    @property
    def floor(self) -> int:
        """The line back to which the record is in memory; 0 if there is none."""
        return self.head.record.floor if self.head else 0

    @property
    def game(self) -> Game:
        """The current game."""
        return self.head.record.game if self.head else self.base_game()

    @property
    def redo_head(self) -> int:
        """The head after redoing everything."""
        if self.undone:
            return self.undone[0].version
        return self.head.version if self.head else 0
