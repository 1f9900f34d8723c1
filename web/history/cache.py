"""Caches of finished games read from the journal."""

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from typing import Final, TypeAlias

from scorekeeper.journal import GameResult, PlayedGame
from scorekeeper.table import Table
from scorekeeper.words import en
from web.http.errors import HttpError
from web.http.request import GAME_ID

MAX_GAMES: Final = 4
"""Maximum number of games cached. Stepping through a game of a few hundred entries requests it
repeatedly."""

PAGE: Final = 200
"""Maximum number of games per query, which must be short because it delays entries."""

Key: TypeAlias = tuple[str, int, str]


class GameCache:
    """An LRU cache of the finished games of *table*. Each journal entry invalidates it, since an
    amend may change a finished game. Thread-safe."""

    def __init__(self, table: Table) -> None:
        self._table, self._lock = table, Lock()
        self._kept: OrderedDict[Key, PlayedGame] = OrderedDict()

    def game(self, name: str) -> PlayedGame:
        """Return the game *name*, such as ``12.0``. Raises HttpError 404."""
        now = self._table.now
        key = (now.journal, now.version, name)
        with self._lock:
            if known := self._kept.get(key):
                self._kept.move_to_end(key)
                return known
        found = GAME_ID.fullmatch(name)
        played = self._table.load_game((int(found[1]), int(found[2]))) if found else None
        if played is None:
            raise HttpError(404, "not_found", en("Finished game {game} not found."), game=name[:40])
        with self._lock:
            self._kept[key] = played
            while len(self._kept) > MAX_GAMES:
                self._kept.popitem(last=False)
        return played


class Results:
    """A cache of all finished games, newest first, invalidated when another game is finished."""

    def __init__(self, table: Table) -> None:
        self._table, self._lock = table, Lock()
        self._known: object = None
        self._games: tuple[GameResult, ...] = ()

    def all(self) -> tuple[GameResult, ...]:
        with self._lock:
            version = self._table.games_version
            if version != self._known:
                self._games, self._known = tuple(_games_of(self._table)), version
            return self._games


def _games_of(table: Table) -> Iterator[GameResult]:
    """Yield every finished game that counts, newest first."""
    before = None
    while games := table.games(before, PAGE):
        yield from (game for game in games if game.counts)
        before = games[-1].match, games[-1].place
