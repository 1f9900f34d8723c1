"""Marks on finished games: annulled games, and names that belong to the same player."""

from typing import Final, TypeAlias
from unicodedata import combining, normalize

import msgspec

from scorekeeper.game.actions import Mark

GameName: TypeAlias = tuple[int, int]
"""``match`` and ``place`` of a finished game."""


class Marks(msgspec.Struct, frozen=True, omit_defaults=True):
    """All marks after journal line ``line``: the ``annulled`` games, and for each player with
    several names their ``names``, the display name first."""

    line: int = 0
    annulled: tuple[GameName, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()

    def shown(self, name: str) -> str:
        """Return the display name of the player called *name*."""
        key = name_key(name)
        return next((names[0] for names in self.names if key in map(name_key, names)), name)

    def players(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """Return the display names of *players*; as entered if two of them would be equal."""
        if not self.names:
            return players
        shown = tuple(map(self.shown, players))
        return shown if len(set(map(name_key, shown))) == len(shown) else players


NO_MARKS: Final = Marks()


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a line that sets marks: the request, the marks after it, and for a game its
    players by side and its scores."""

    mark: Mark
    marks: Marks
    sides: tuple[tuple[str, ...], ...] = ()
    scores: tuple[int, ...] = ()


def name_key(name: str) -> str:
    """Return the key by which names are compared: case and Unicode composition do not matter."""
    return normalize("NFC", name).strip().casefold()


def plain_key(name: str) -> str:
    """Return a looser key, without accents or spaces, for names that have no exact match."""
    letters = (c for c in normalize("NFKD", name) if not combining(c) and not c.isspace())
    return "".join(letters).casefold()
