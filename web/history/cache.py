"""A cache of finished games read from the journal."""

from collections import OrderedDict
from threading import Lock
from typing import Final, TypeAlias

from scorekeeper.journal import PlayedGame
from scorekeeper.table import Table
from scorekeeper.words import en
from web.http.errors import HttpError
from web.http.request import GAME_ID

MAX_GAMES: Final = 4
"""Maximum number of games cached. Stepping through a game of a few hundred entries requests it
repeatedly."""

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
