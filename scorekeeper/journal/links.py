"""The links between the lines of a journal: the head, match and game that each line must name."""

from typing import NamedTuple

from scorekeeper.game.actions import Next, Start
from scorekeeper.journal.row import Row


class CommitPlace(NamedTuple):
    """The match and game of a commit, and the commit before it (0: none)."""

    match: int
    game: int
    parent: int


NOWHERE = CommitPlace(0, 0, 0)
"""The empty table."""


class Links:
    """Follows a journal from its first line. Forged lines have sums that are right; only here they
    show."""

    def __init__(self) -> None:
        self._commits = {0: NOWHERE}
        self._head = self._redo_head = 0

    def follows(self, row: Row) -> bool:
        """True if *row* links to the lines before it as a table would have written it."""
        undone = None
        match row.kind:
            case "do" | "amend":
                if row.kind == "amend" and not self._head:
                    return False
                self._commits[row.version] = self._place(row)
                self._head = self._redo_head = row.version
            case "undo":
                undone, self._head = self._head, self._commits[self._head].parent
                if not undone:
                    return False
            case "redo":
                if self._head == self._redo_head:
                    return False
                self._head = self._next_redone()
        place = self._commits[self._head]
        return (row.head, row.redo_head, row.undoes, row.match, row.game) == (
            self._head,
            self._redo_head,
            undone,
            place.match,
            place.game,
        )

    def _place(self, row: Row) -> CommitPlace:
        below, line = self._commits[self._head], row.version
        action = row.read().asked if row.kind == "do" else None
        if isinstance(action, Start):
            return CommitPlace(line, line, self._head)
        if isinstance(action, Next):
            return CommitPlace(below.match, line, self._head)
        return CommitPlace(below.match, below.game, self._head)

    def _next_redone(self) -> int:
        """Return the commit above the head on the way to the redo head."""
        line = self._redo_head
        while (parent := self._commits[line].parent) != self._head:
            line = parent
        return line
