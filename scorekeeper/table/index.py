"""The index of finished games: what each `start` left behind, made again where it is not there."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.table.finished import Finished, finished_in, read_finished, write_finished
from scorekeeper.table.past import Past
from scorekeeper.table.standing import Standing
from scorekeeper.table.store import Left, Store


def left_by(start: int, standing: Standing) -> Left:
    """What the `start` of line *start* leaves behind, *standing* being how the table stood."""
    return Left(start, standing.match, write_finished(finished_in(standing)))


def index_games(store: Store) -> None:
    """Write down what every `start` of the journal left behind."""
    past = Past(store)
    for start in store.starts():
        store.add_left(left_by(start, past.before(start)))


def finished_before(store: Store, match: int) -> Iterator[tuple[Finished, ...]]:
    """The finished games of each match before *match*, the latest match first; in a match, the
    oldest game first."""
    while match:
        left = store.left_behind(match) or left_by(match, Past(store).before(match))
        yield read_finished(left.games)
        match = left.match
