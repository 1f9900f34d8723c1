"""The index of finished games: what each `start` and `next` left behind, made again where it lacks.

Its rows hang together like the games: each knows the one below and one far below, so that a page
of games from years ago is found in a few steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.game.record import Standing
from scorekeeper.journal.games import (
    Finished,
    Played,
    finished_in,
    played_in,
    read_finished,
    write_finished,
)
from scorekeeper.journal.history import Past
from scorekeeper.journal.store import Left, Store

NOTHING = Left(0, 0, 0, 0, 0, 0, "[]")
"""What lies below the first `start`."""


def left_by(store: Store, line: int, standing: Standing) -> Left:
    """What a `start` or `next` of that *line* leaves behind, where the table stood like that."""
    below = left_behind(store, _floor(standing))
    return _left(line, standing, below, far_below(store, below))


def index_games(store: Store) -> None:
    """Write down what every `start` and `next` of the journal left behind."""
    past = Past(store)
    for line in store.beginnings():
        store.add_left(left_by(store, line, past.before(line)))


def left_behind(store: Store, line: int) -> Left:
    """What the index says of *line*, or would say if it were unharmed."""
    past, lacking, left = Past(store), list[int](), NOTHING
    while line:
        if known := store.left_behind(line):
            left = known
            break
        lacking.append(line)
        line = _floor(past.before(line))
    for line in reversed(lacking):
        left = _left(line, past.before(line), left, left.line)
    return left


def finished(
    store: Store, standing: Standing, before: tuple[int, int] | None
) -> Iterator[Finished]:
    """The games that ended, newest first; older than the one of match and place *before*."""
    left = left_by(store, store.last + 1, standing)
    if before is not None:
        left = _seek(store, left, before)
    while left.line:
        for game in reversed(read_finished(left.games)):
            if before is None or (game.match, game.place) < before:
                yield game
        left = left_behind(store, left.below)


def played(store: Store, standing: Standing, name: tuple[int, int]) -> Played | None:
    """The finished game of match and place *name* as it was played, read from its own lines."""
    match, place = name
    left = _seek(store, left_by(store, store.last + 1, standing), (match, place + 1))
    if not any((game.match, game.place) == name for game in read_finished(left.games)):
        return None
    stood = standing if left.line > store.last else Past(store).before(left.line)
    ended = left.ended - len(read_finished(left.games))
    return next(one for one in played_in(stood, ended) if one.game.place == place)


def _floor(standing: Standing) -> int:
    return standing.place.floor if standing.place else 0


def _left(line: int, standing: Standing, below: Left, far: int) -> Left:
    before = below.ended if below.line != standing.match else 0
    games = finished_in(standing, before)
    ended = before + len(games)
    return Left(
        line, standing.match, ended, below.line, far, below.depth + 1, write_finished(games)
    )


def far_below(store: Store, below: Left) -> int:
    """The row that one on top of *below* knows beside it: steps of equal length become one."""
    near = left_behind(store, below.far)
    far = left_behind(store, near.far)
    return far.line if below.depth - near.depth == near.depth - far.depth else below.line


def _seek(store: Store, left: Left, before: tuple[int, int]) -> Left:
    """The first row from *left* down that may have a game older than *before*."""
    while left.line:
        under = left_behind(store, left.far)
        if not _older_only_below(under, before):
            under = left_behind(store, left.below)
            if not _older_only_below(under, before):
                break
        left = under
    return left


def _older_only_below(left: Left, before: tuple[int, int]) -> bool:
    """Whether no game on top of *left* is older than *before*."""
    return (left.match, left.ended) >= before
