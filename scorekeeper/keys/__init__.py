"""Sixteen keys play a whole game: what each means, when. No clock, no table, no wire.

``press(snapshot, typed, key)`` takes one more key. What is typed is the keys themselves, so undo
drops the last of them, and what they mean follows from the game alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from scorekeeper.game.actions import Asked, Undo
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.keys.half import Half, What
from scorekeeper.keys.holding import HOLD_SECONDS, Holding
from scorekeeper.keys.key import SIXTEEN, Key, Keys
from scorekeeper.keys.reading import read

MOST_KEYS: Final = 64
"""Nobody types a longer entry; Go may be pressed round and round."""


class Typed(msgspec.Struct, frozen=True):
    """The keys of a half-typed entry, begun on that version of the table."""

    version: int = -1
    keys: Keys = ()


class Pressed(NamedTuple):
    """What is typed now, what is to be done, and whether the key was ``refused`` as it stands."""

    typed: Typed
    action: Asked | None = None
    refused: bool = False


def press(snapshot: Snapshot, typed: Typed, key: Key) -> Pressed:
    """Take *key* after what is *typed*. A refused key leaves that as it was; an entry that was
    begun on another version of the table is dropped, and the key with it."""
    fresh = Typed(snapshot.version)
    if typed.keys and typed.version != snapshot.version:
        return Pressed(fresh, refused=True)
    if key is Key.UNDO:
        return _taken_back(snapshot, typed, fresh)
    keys = (*typed.keys, key)
    meant = read(snapshot.game, keys) if len(keys) <= MOST_KEYS else None
    match meant:
        case None:
            return Pressed(typed, refused=True)
        case Half():
            return Pressed(Typed(snapshot.version, keys))
        case action:
            return Pressed(fresh, action)


def _taken_back(snapshot: Snapshot, typed: Typed, fresh: Typed) -> Pressed:
    """The last thing, whatever it was."""
    if typed.keys:
        return Pressed(Typed(snapshot.version, typed.keys[:-1]))
    return Pressed(fresh, Undo()) if snapshot.undo else Pressed(fresh, refused=True)


def half(snapshot: Snapshot, typed: Typed) -> Half | None:
    """What is half typed, for all to see; None where nothing is, or for a table that is no more."""
    if not typed.keys or typed.version != snapshot.version:
        return None
    meant = read(snapshot.game, typed.keys)
    return meant if isinstance(meant, Half) else None


__all__ = [
    "HOLD_SECONDS",
    "SIXTEEN",
    "Half",
    "Holding",
    "Key",
    "Pressed",
    "Typed",
    "What",
    "half",
    "press",
]
