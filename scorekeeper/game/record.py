"""The record of a match, its entries linked backwards, and the commits that undo takes back."""

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
    """An entry of the record, the game after it, and a link to the entry before it in the match.

    ``deal`` are the entries of the deal so far, oldest first, with the entry that began it and, in
    the first deal, those that began the game. ``floor`` is the line of the `start` or
    `next` down to which the record is loaded; earlier nodes are read when they are needed.
    """

    entry: Entry
    game: Game
    link: RecordNode | NodeLoader | None
    deal: tuple[Entry, ...]
    floor: int

    @property
    def below(self) -> RecordNode | None:
        """The node before this one, read from the journal if it belongs to an earlier game."""
        return self.link() if callable(self.link) else self.link

    def walk(self) -> Iterator[RecordNode]:
        """Iterate over this node and all before it in the match, newest first."""
        node: RecordNode | None = self
        while node:
            yield node
            node = node.below

    def loaded(self) -> Iterator[RecordNode]:
        """Iterate over this node and those before it down to its ``floor``, newest first."""
        node: RecordNode | NodeLoader | None = self
        while isinstance(node, RecordNode):
            yield node
            node = node.link


NodeLoader = Callable[[], RecordNode | None]
"""Reads a node of an earlier game from the journal each time, and keeps nothing."""

GameLoader = Callable[[], Game]
"""Returns the game that a match was started from; it may have to read the match before."""


def append(entry: Entry, game: Game, below: RecordNode | None) -> RecordNode:
    """Return the node of *entry*, which led to *game*, after *below*."""
    later = game.deal is not None and game.deal.number > 1
    begins = any(
        isinstance(event, GameBegan) or (later and isinstance(event, DealBegan) and not event.again)
        for event in entry.events
    )
    deal = below.deal if below and not begins else ()
    floor = below.floor if below else entry.entry
    return RecordNode(entry, game, below, (*deal, entry), floor)


def append_next(entry: Entry, game: Game, below: NodeLoader) -> RecordNode:
    """Return the node of the `next` that began *game*; earlier games of the match are not held."""
    return RecordNode(entry, game, below, (entry,), entry.entry)


def restore(entry: Entry, below: RecordNode | None, base_game: GameLoader) -> RecordNode:
    """Return the node of *entry*, decided earlier, after *below* or else after *base_game*."""
    if entry.events and isinstance(entry.events[0], GameBegan):
        return append(entry, evolve_all(Game(), entry.events), below)
    return append(entry, evolve_all(below.game if below else base_game(), entry.events), below)


class Commit(msgspec.Struct, frozen=True, eq=False):
    """A line that can be undone, an entry done, an amend or a mark, and the record after it.

    ``below`` is the commit before it in the same game. A `start` or `next` has none; its ``parent``
    is the line of the commit of the game before (0: none). An amend in an earlier match leaves the
    record as it is; ``earlier`` returns that match after it. ``marks`` are all that are in force.
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

    @property
    def starts(self) -> bool:
        """True for the `start` of a match."""
        return self.below is None and isinstance(self.entry.actions[0], Start)

    @property
    def change(self) -> Change:
        """The commit as the snapshot shows it."""
        if self.earlier:
            match = self.earlier()
            assert match.head
            return replace(match.head.change, game=match.game)
        return Change(
            version=self.version,
            entry=self.entry,
            amends=self.amends,
            names_dealer=self._names_dealer,
            adds=self._adds,
            removed=self._removed,
            marked=self.marked,
        )

    @property
    def _names_dealer(self) -> bool:
        """True if a start is amended, and there was a draw for the deal before, and is none now."""
        if not (self.amends and self.below and self.entry.starts):
            return False
        return self.below.record.game.phase is Phase.DRAW and self.record.game.phase is Phase.CUT

    @property
    def _adds(self) -> bool:
        """True if an amend put one more action before those of its entry."""
        if not (self.amends and self.below and len(self.entry.actions) > 1):
            return False
        number = self.entry.entry
        found = (node.entry for node in self.below.record.walk() if node.entry.entry <= number)
        return self.entry.actions[1:] == next(found).actions

    @property
    def _removed(self) -> int:
        """The later entries that an amend dropped: those that its record no longer reaches."""
        if not (self.amends and self.below):
            return 0
        last = self.record.entry.entry
        later = takewhile(lambda node: node.entry.entry > last, self.below.record.walk())
        return sum(1 for _ in later)


class TableState(msgspec.Struct, frozen=True, eq=False):
    """Everything that an action is decided on.

    ``match`` is the line of its `start`, 0 before any; ``game_line`` that of the `start` or `next`
    that began the game. ``head`` is the latest commit that stands. ``undone`` are the commits that
    redo brings back, the next one last; they may belong to later matches.
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
        """The line of the latest commit that is about this match; 0 before any."""
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
        """The line down to which the record is loaded; 0 if there is none."""
        return self.head.record.floor if self.head else 0

    @property
    def game(self) -> Game:
        """The game now."""
        return self.head.record.game if self.head else self.base_game()

    @property
    def redo_head(self) -> int:
        """The line that redoing everything would end at."""
        if self.undone:
            return self.undone[0].version
        return self.head.version if self.head else 0
