"""Marks on finished games: annulled games, and names that belong to the same player."""

from collections.abc import Sequence
from itertools import chain
from typing import Final, Self, TypeAlias
from unicodedata import combining, normalize

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Mark, Same
from scorekeeper.game.refusal import Code, Refusal

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

    def same(self, asked: Same, line: int, seated: Sequence[tuple[str, ...]]) -> Self:
        """Return the marks of *line* with the names joined, including names joined with them
        before; or with a single name separated. *seated*: the players of each game.

        Raises Refusal NO_SUCH for an unknown name, BAD_VALUE if two of them played in one game.
        """
        known = {name_key(name): name for players in reversed(seated) for name in players}
        names = tuple(_known_name(name, known) for name in asked.names)
        keys = {name_key(name) for name in names}
        groups = [group for group in self.names if keys.intersection(map(name_key, group))]
        left = tuple(group for group in self.names if group not in groups)
        if len(asked.names) == 1 and groups:
            return replace(self, line=line, names=left)
        if len(keys) < max(2, len(names)):
            raise Refusal(Code.BAD_VALUE, field="names", value=asked.names, wanted="")
        joined: dict[str, str] = {}
        for name in chain(names, *groups):
            joined.setdefault(name_key(name), name)
        for players in seated:
            if len(both := [name for name in players if name_key(name) in joined]) > 1:
                raise Refusal(Code.BAD_VALUE, field="names_in_one_game", value=both[:2], wanted="")
        return replace(self, line=line, names=(*left, tuple(joined.values())))


NO_MARKS: Final = Marks()


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """The effect of a line that sets marks: the request, the marks after it, and for a game its
    players by side and its scores."""

    mark: Mark
    marks: Marks
    sides: tuple[tuple[str, ...], ...] = ()
    scores: tuple[int, ...] = ()


def _known_name(name: str, known: dict[str, str]) -> str:
    """Return the *known* name equal to *name*, or the only one that differs just in accents and
    spaces. Raises Refusal NO_SUCH."""

    def plain(name: str) -> str:
        letters = (c for c in normalize("NFKD", name) if not combining(c) and not c.isspace())
        return "".join(letters).casefold()

    if found := known.get(name_key(name)):
        return found
    alike = [other for other in known.values() if plain(other) == plain(name)]
    if len(alike) != 1:
        raise Refusal(Code.NO_SUCH, what="player", value=name, wanted="")
    return alike[0]


def name_key(name: str) -> str:
    """Return the key by which names are compared: case and Unicode composition do not matter."""
    return normalize("NFC", name).strip().casefold()
