"""What the journal remembers of a match, folded: how the table stood after any of its lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple, Protocol

from scorekeeper.game.events import Events
from scorekeeper.game.record import Deed, Ground, Place, Standing, put_back, put_next
from scorekeeper.game.snapshot import Change, Entry
from scorekeeper.game.state import Game
from scorekeeper.journal.row import Kind, Row


class Rows(Protocol):
    """Where rows are read; each read raises JournalFault where it cannot be trusted."""

    def row(self, version: int) -> Row:
        """One row."""

    def rows(self, first: int, last: int) -> tuple[Row, ...]:
        """Rows *first* to *last*."""

    def head_after(self, version: int) -> int:
        """The head after row *version*; 0 before the first."""


class Moment(NamedTuple):
    """The table after a line: what stands, the game before that line, what a `do` led to, who
    wrote it, what it did, and what it did that to."""

    standing: Standing
    before: Game
    events: Events
    by: str
    kind: Kind = "do"
    touched: Change | None = None


class Past:
    """Reads the rows since one game began, however many games and matches lie before it."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def after(self, version: int) -> Moment:
        """How the table stood after line *version*; 0 is the empty table."""
        if version == 0:
            return Moment(Standing(), Game(), (), "")
        row = self._rows.row(version)
        rows = self._rows.rows(max(row.game, 1), version)
        deeds = self._deeds(rows)
        standing = Standing(
            match=row.match,
            begun=row.game,
            ground=self._ground(row.match),
            top=deeds.get(row.head),
            undone=tuple(_undone(deeds, row)),
        )
        before, touched = self._game_before(row, deeds), deeds[row.undoes or row.head].change
        return Moment(standing, before, row.happened(), row.by, row.kind, touched)

    def _game_before(self, row: Row, deeds: dict[int, Deed]) -> Game:
        """The state before *row*; where that is another game, it is what this one stands on."""
        top = self._rows.head_after(row.version - 1)
        return deeds[top].place.game if top in deeds else self.before(row.game).game

    def before(self, begun: int) -> Standing:
        """How the table stood before line *begun*, a `start` or `next`."""
        top = self._rows.head_after(begun - 1)
        if top == 0:
            return Standing()
        row = self._rows.row(top)
        deeds = self._deeds(self._rows.rows(row.game, top))
        ground = self._ground(row.match)
        return Standing(match=row.match, begun=row.game, ground=ground, top=deeds[top])

    def _ground(self, match: int) -> Ground:
        return lambda: self.before(match).game if match else Game()

    def _deeds(self, rows: tuple[Row, ...]) -> dict[int, Deed]:
        """The deeds that *rows* speak of, undone ones included, by number."""
        deeds: dict[int, Deed] = {}
        top = self._rows.head_after(rows[0].version - 1)
        for row in rows:
            if row.kind in {"do", "amend"}:
                below = None if row.begins else deeds[top]
                deeds[row.version] = self._deed(row, below, top)
            top = row.head
        return deeds

    def _deed(self, row: Row, below: Deed | None, under: int) -> Deed:
        entries = row.entries()
        place = below.place if below else None
        if amends := row.kind == "amend":
            place = _under(place, entries[0])
        for entry in entries:
            place = put_back(entry, place, self._ground(row.match))
        assert place
        if row.begins and not row.starts:
            place = put_next(entries[0], place.game, partial(self._place_before, row.version))
        return Deed(row.version, entries[0], amends, place, below, under)

    def _place_before(self, begun: int) -> Place | None:
        return self.before(begun).place


def _under(place: Place | None, entry: Entry) -> Place | None:
    """What lies below *entry* in the record, *place* being its top."""
    assert place
    return next(one.below for one in place.down() if one.entry.entry == entry.entry)


def _undone(deeds: dict[int, Deed], row: Row) -> Iterable[Deed]:
    """From the tip down to the top: what redo brings back, the next one last."""
    number = row.redo_head
    while number != row.head:
        yield deeds[number]
        number = deeds[number].under
