"""The index of finished games, which lists them without folding the journal again.

It is derived data: a row for each `start` and `next` that stands, with the games that it left
behind. A row that is missing or damaged is made from the journal.
"""

from collections.abc import Iterator
from contextlib import closing
from itertools import takewhile
from pathlib import Path
from typing import Final

from scorekeeper.game.codec import to_json
from scorekeeper.game.record import TableState
from scorekeeper.journal.games import GameName, GameResult, PlayedGame, games_in, read_results
from scorekeeper.journal.history import History
from scorekeeper.journal.row import Kind
from scorekeeper.journal.store import IndexRow, Store

CHUNK: Final = 50
"""Rows of the index that are read together."""


def index_row(store: Store, line: int, state: TableState) -> IndexRow:
    """Return the row of a `start` or `next` of that *line* after that *state*."""
    floor = state.floor
    counted = floor in {0, state.match}
    return _row(line, state, 0 if counted else next(_rows_from(store, floor)).games_ended)


def newly_standing(
    store: Store, kind: Kind, before: TableState, after: TableState
) -> tuple[IndexRow, ...]:
    """Return the rows between the floors *before* and *after* a line of that *kind*."""
    low, high = before.floor, after.floor
    if high <= low:
        return ()
    if kind != "undo":
        return (index_row(store, high, before),)
    # An amend that reached back over games was undone.
    return tuple(takewhile(lambda row: row.line > low, _rows_from(store, high)))


def write_standing(
    store: Store, rows: tuple[IndexRow, ...], before: TableState, after: TableState
) -> None:
    """Replace the rows between the floors *before* and *after*.

    This keeps a promise: every row of the index up to the floor stands. Above it there may be
    rows that undo or an amend left over; none is read before it is written again.
    """
    if (low := before.floor) < (high := after.floor):
        store.drop_from_index(low + 1, high)
    for row in rows:
        store.add_to_index(row)


def index_games(store: Store) -> None:
    """Fill the index from the journal, in the form that this program reads."""
    store.empty_index()
    history = History(store)
    for line in store.game_lines():
        store.add_to_index(index_row(store, line, history.before(line)))
    drop_undone(store)


def drop_undone(store: Store) -> None:
    """Leave only rows that stand in the index."""
    above = store.last + 1
    for row in _rows_from(store, History(store).after(store.last).state.floor):
        store.drop_from_index(row.line + 1, above - 1)
        above = row.line
    store.drop_from_index(1, above - 1)


def list_games(store: Store, state: TableState, before: GameName | None) -> Iterator[GameResult]:
    """Iterate over the games that ended, newest first; with *before* those older than the game of
    that match and place.
    """
    for row in _rows(store, state, before):
        for game in reversed(read_results(row.games)):
            if before is None or (game.match, game.place) < before:
                yield game


def played_games(path: Path) -> Iterator[PlayedGame]:
    """Iterate over the finished games of the journal at *path*, oldest first; it may be in use.
    Raises JournalFault."""
    with closing(Store.open(path)) as store:
        state = History(store).after(store.last).state
        for game in reversed(tuple(list_games(store, state, None))):
            played = load_game(store, state, (game.match, game.place))
            assert played
            yield played


def load_game(store: Store, state: TableState, name: GameName) -> PlayedGame | None:
    """Return the finished game of match and place *name*, read from its own lines; None where
    there is none.
    """
    for row in _rows(store, state, name):
        games = read_results(row.games)
        if any((game.match, game.place) == name for game in games):
            stood = state if row.line > store.last else History(store).before(row.line)
            found = games_in(stood, row.games_ended - len(games))
            return next(one for one in found if one.game.place == name[1])
        if (row.match, row.games_ended) <= name:
            break
    return None


def _rows(store: Store, state: TableState, name: GameName | None) -> Iterator[IndexRow]:
    """Iterate over a row for the loaded record, then those of the index, newest first; of these,
    given a *name*, only from the one with that game down."""
    if name is None or name >= (state.match, 0):
        yield index_row(store, store.last + 1, state)
    floor = state.floor
    first = store.index_row_after(name, floor) if name else None
    yield from _rows_from(store, first.line if first else floor)


def _rows_from(store: Store, line: int) -> Iterator[IndexRow]:
    """Iterate over the rows that stand from *line* down; missing ones are made."""
    while line:
        rows = store.index_rows(line, CHUNK)
        for row in rows if rows and rows[0].line == line else _made(store, line):
            if row.line != line:
                break
            yield row
            line = row.below


def _made(store: Store, line: int) -> list[IndexRow]:
    """Return the row of *line* made from the journal, and missing ones of the match below it."""
    history, lines, before = History(store), [line], 0
    while (floor := (state := history.before(lines[-1])).floor) not in {0, state.match}:
        if known := store.index_row(floor):
            before = known.games_ended
            break
        lines.append(floor)
    made = list[IndexRow]()
    for number in reversed(lines):
        made.append(_row(number, history.before(number), before))
        before = made[-1].games_ended
    return made[::-1]


def _row(line: int, state: TableState, before: int) -> IndexRow:
    """Return the row of *line*; *before* is how many games of the match ended below its floor."""
    games = tuple(played.game for played in games_in(state, before))
    text = to_json(games).decode()
    return IndexRow(line, state.match, before + len(games), state.floor, text)
