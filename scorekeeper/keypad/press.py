"""Sixteen keys play a whole game: what each means, when. No clock, no table, no wire.

``press(snapshot, typed, key)`` takes one more key. What is typed is the keys themselves, so undo
drops the last of them, and what they mean follows from the game and from what is entered at the
table alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Amend, Asked, Redo, Undo
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.entry_mode import Entered
from scorekeeper.game.pending_entry import ARMED, Confirmable, EntryKind, PendingEntry
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.keypad.key import Key, Keys
from scorekeeper.keypad.modes import Chosen, meaning
from scorekeeper.keypad.parse import DEEDS
from scorekeeper.keypad.rejection import NotNow, Reason

MOST_KEYS: Final = 64
"""Nobody types a longer entry, but for the OK at its end; Go may be pressed round and round."""


class KeyBuffer(msgspec.Struct, frozen=True):
    """The keys of a half-typed entry, begun on that version of the table, where one ``enters``
    that."""

    version: int = -1
    keys: Keys = ()
    enters: Entered = Entered.CARDS


class Pressed(NamedTuple):
    """What is typed now, what is to be done, and whether the key was ``refused`` as it stands,
    ``why`` if that can be told; what one ``enters`` from now on, where the key says so."""

    typed: KeyBuffer
    action: Asked | None = None
    refused: bool = False
    enters: Entered | None = None
    why: NotNow | Refusal | None = None


def press(snapshot: Snapshot, typed: KeyBuffer, key: Key) -> Pressed:
    """Take *key* after what is *typed*. A refused key leaves that as it was, but that nothing is
    armed any more; OK held again arms anew. An entry that was begun on another version of the table
    is dropped, and the key with it."""
    fresh = KeyBuffer(snapshot.version, enters=snapshot.entered)
    if typed.keys and not _is_of(snapshot, typed):
        return Pressed(fresh, refused=True, why=NotNow(Reason.CAME_BETWEEN))
    if key is Key.UNDO:
        return _taken_back(snapshot, typed, fresh)
    if key is Key.HELD and is_armed(snapshot, typed):
        typed = fresh
    keys = (*typed.keys, key)
    room = len(keys) <= MOST_KEYS or key is Key.OK
    match meaning(snapshot, keys) if room else None:
        case None | NotNow() as why:
            return _refused(snapshot, typed, key, why)
        case PendingEntry(confirms=deed, kind=EntryKind.SURE) if cannot := _cannot(snapshot, deed):
            return Pressed(disarmed(snapshot, typed), refused=True, why=cannot)
        case PendingEntry():
            return Pressed(replace(fresh, keys=keys))
        case Chosen(enters, start):
            return Pressed(fresh, start, enters=enters)
        case action:
            return Pressed(fresh, action)


def _cannot(snapshot: Snapshot, deed: Confirmable | None) -> Refusal | None:
    """Why the rules would refuse *deed*, which is asked for only where it can be done. What can be
    done again is known before."""
    action = None if deed is None else DEEDS[deed]
    if action is None or isinstance(action, Undo | Redo | Amend):
        return None
    try:
        apply(snapshot.game, action)
    except Refusal as why:
        return why
    return None


def _taken_back(snapshot: Snapshot, typed: KeyBuffer, fresh: KeyBuffer) -> Pressed:
    """The last thing, whatever it was."""
    if typed.keys:
        return Pressed(replace(fresh, keys=typed.keys[:-1]))
    return Pressed(fresh, Undo()) if snapshot.undo else Pressed(fresh, refused=True)


def _refused(snapshot: Snapshot, typed: KeyBuffer, key: Key, why: NotNow | None) -> Pressed:
    left = disarmed(snapshot, typed)
    if key is Key.HELD and left.keys and not (why and why.code is Reason.NOTHING_TO_REDO):
        why = NotNow(Reason.HALF_TYPED)
    return Pressed(left, refused=True, why=why)


def disarmed(snapshot: Snapshot, typed: KeyBuffer) -> KeyBuffer:
    """What is left of *typed* once a key was refused: whoever meant a deed did not mean the next
    key that somebody presses."""
    return replace(typed, keys=()) if is_armed(snapshot, typed) else typed


def is_armed(snapshot: Snapshot, typed: KeyBuffer) -> bool:
    """Whether OK was held, and the next key may do what nobody asked for."""
    shown = pending_entry(snapshot, typed)
    return shown is not None and shown.kind in ARMED


def pending_entry(snapshot: Snapshot, typed: KeyBuffer) -> PendingEntry | None:
    """What is half typed, for all to see; None where nothing is, or for a table that is no more."""
    if not typed.keys or not _is_of(snapshot, typed):
        return None
    meant = meaning(snapshot, typed.keys)
    return meant if isinstance(meant, PendingEntry) else None


def _is_of(snapshot: Snapshot, typed: KeyBuffer) -> bool:
    """Whether nobody entered anything since, or chose what is entered."""
    now = (snapshot.version, snapshot.entered)
    return (typed.version, typed.enters) == now
