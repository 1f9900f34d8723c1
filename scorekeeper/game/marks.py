"""Marks on finished games: those that do not count, and the names that are one player's."""

from typing import Final, TypeAlias
from unicodedata import combining, normalize

import msgspec

from scorekeeper.game.actions import Mark

GameName: TypeAlias = tuple[int, int]
"""``match`` and ``place`` of a finished game."""


class Marks(msgspec.Struct, frozen=True, omit_defaults=True):
    """All marks in force, as journal line ``line`` left them: the ``annulled`` games, and of each
    player with several names these ``names``, the one to show first."""

    line: int = 0
    annulled: tuple[GameName, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()

    def shown(self, name: str) -> str:
        """Return the name under which figures have the player called *name*."""
        key = name_key(name)
        return next((names[0] for names in self.names if key in map(name_key, names)), name)

    def players(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Return the *players* of a game as figures name them; as they were typed if two of them
        would be the same."""
        if not self.names:
            return players
        shown = tuple(map(self.shown, players))
        return shown if len(set(map(name_key, shown))) == len(shown) else players


NO_MARKS: Final = Marks()


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a line that marks: what was asked, the marks after it, and of a game that it
    names the players of each side and the scores."""

    mark: Mark
    marks: Marks
    sides: tuple[tuple[str, ...], ...] = ()
    scores: tuple[int, ...] = ()


def name_key(name: str) -> str:
    """Return *name* as it is compared: names that differ only in case or composition are one."""
    return normalize("NFC", name).strip().casefold()


def plain_key(name: str) -> str:
    """Return the key of *name* without accents and blanks: a name that is looked for is found by
    it, if none is nearer."""
    letters = (c for c in normalize("NFKD", name) if not combining(c) and not c.isspace())
    return "".join(letters).casefold()
