"""Games of the past as they were played, the last few that somebody looked at kept at hand."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Final, TypeAlias

from scorekeeper.journal import Played
from scorekeeper.table import Table
from scorekeeper.words import en
from web.http.errors import TurnedAway
from web.http.request import A_GAME

AT_HAND: Final = 4
"""A game is a few hundred entries; who steps through one asks for the same again and again."""

Name: TypeAlias = tuple[str, int, str]


class Shelf:
    """Reads games of *table* from its journal. Nothing is kept once anything was entered since, for
    an undo or an amend may reach a game that was over.
    """

    def __init__(self, table: Table) -> None:
        self._table, self._lock = table, Lock()
        self._kept: OrderedDict[Name, Played] = OrderedDict()

    def game(self, name: str) -> Played:
        """The game called *name*, such as ``12.0``. TurnedAway 404 where there is none."""
        now = self._table.now
        key = (now.journal, now.version, name)
        with self._lock:
            if known := self._kept.get(key):
                self._kept.move_to_end(key)
                return known
        found = A_GAME.fullmatch(name)
        played = self._table.played((int(found[1]), int(found[2]))) if found else None
        if played is None:
            raise TurnedAway(
                404, "not_found", en("There is no finished game called {game}."), game=name[:40]
            )
        with self._lock:
            self._kept[key] = played
            while len(self._kept) > AT_HAND:
                self._kept.popitem(last=False)
        return played
