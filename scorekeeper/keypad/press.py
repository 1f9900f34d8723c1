"""Press a key: the pure core of the keypad.

``press(snapshot, buffer, key)`` takes one more key. The buffer is the keys themselves, so undo
drops the last of them, and their meaning follows from the game alone.
"""

from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from scorekeeper.game.actions import Amend, Annul, Asked, Count, Crib, Redo, Same, Undo
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.live import ARMED, Confirmable, EntryKind, PendingEntry
from scorekeeper.game.refusal import Refusal
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.keypad.agreement import Agreement
from scorekeeper.keypad.key import KEYS, Key, Keys
from scorekeeper.keypad.modes import meaning
from scorekeeper.keypad.parse import CONFIRMED
from scorekeeper.keypad.rejection import Reason, Rejection

MOST_KEYS: Final = 64
"""The longest entry, without the OK at its end; Go may be pressed round and round."""


class KeyBuffer(msgspec.Struct, frozen=True):
    """The keys of a pending entry, begun on that version of the table; an undo ``restored`` them,
    or they were typed."""

    version: int = -1
    keys: Keys = ()
    restored: bool = False


class PressResult(NamedTuple):
    """The buffer after a key, the action to do, and who ``agrees`` with a result. A key that is
    ``refused`` may tell ``why``."""

    buffer: KeyBuffer
    action: Asked | None = None
    refused: bool = False
    why: Rejection | Refusal | None = None
    agrees: Agreement | None = None


def press(snapshot: Snapshot, buffer: KeyBuffer, key: Key) -> PressResult:
    """Take *key* after those in *buffer*. A refused key keeps the buffer but cancels a
    pending OK-hold; holding OK again restarts it. An entry that was begun on another version of the
    table is dropped, and the key with it."""
    fresh = KeyBuffer(snapshot.version)
    if buffer.restored and buffer.version != snapshot.version:
        buffer = fresh
    if buffer.keys and buffer.version != snapshot.version:
        return PressResult(fresh, refused=True, why=Rejection(Reason.CAME_BETWEEN))
    if key is Key.UNDO:
        return _taken_back(snapshot, buffer, fresh)
    if key is Key.HELD and (buffer.restored or is_armed(snapshot, buffer)):
        buffer = fresh
    keys = (*buffer.keys, key)
    room = len(keys) <= MOST_KEYS or key is Key.OK
    match meaning(snapshot, keys) if room else None:
        case None | Rejection() as why:
            return _refused(snapshot, buffer, key, why)
        case PendingEntry(kind=EntryKind.SURE) as sure if cannot := _cannot(
            snapshot, sure.confirms
        ):
            return PressResult(disarm(snapshot, buffer), refused=True, why=cannot)
        case PendingEntry():
            return PressResult(replace(fresh, keys=keys))
        case Agreement() as agrees:
            return PressResult(fresh, agrees=agrees)
        case action:
            return PressResult(fresh, action)


def _cannot(snapshot: Snapshot, confirmable: Confirmable | None) -> Refusal | None:
    """Return why the rules would refuse the action, which is confirmed only if it can be done. A
    redo is known to be possible before."""
    action = None if confirmable is None else CONFIRMED.get(confirmable)
    if action is None or isinstance(action, Undo | Redo | Amend | Annul | Same):
        return None
    try:
        apply(snapshot.game, action)
    except Refusal as why:
        return why
    return None


def _taken_back(snapshot: Snapshot, buffer: KeyBuffer, fresh: KeyBuffer) -> PressResult:
    """Take back the last key, or the last entry if nothing is typed."""
    if buffer.keys:
        return PressResult(replace(fresh, keys=buffer.keys[:-1]))
    return PressResult(fresh, Undo()) if snapshot.undo else PressResult(fresh, refused=True)


def restored_count(before: Snapshot, now: Snapshot) -> KeyBuffer:
    """Return the buffer after an undo that led from *before* to *now*: the cards of a count that it
    took back are typed again, if keys can type them."""
    fresh = KeyBuffer(now.version)
    match before.undo and before.undo.entry.actions:
        case (Count(cards=cards) | Crib(cards=cards),) if cards:
            keys = tuple(KEYS[card] for card in cards if card in KEYS)
            restored = replace(fresh, keys=keys, restored=True)
            shown = pending_entry(now, restored)
            return restored if shown and shown.cards == cards else fresh
        case _:
            return fresh


def _refused(snapshot: Snapshot, buffer: KeyBuffer, key: Key, why: Rejection | None) -> PressResult:
    left = disarm(snapshot, buffer)
    if key is Key.HELD and left.keys and not (why and why.code is Reason.NOTHING_TO_REDO):
        why = Rejection(Reason.HALF_TYPED)
    return PressResult(left, refused=True, why=why)


def disarm(snapshot: Snapshot, buffer: KeyBuffer) -> KeyBuffer:
    """Return the buffer after a refused key: empty if armed, as the next key confirms nothing."""
    return replace(buffer, keys=()) if is_armed(snapshot, buffer) else buffer


def is_armed(snapshot: Snapshot, buffer: KeyBuffer) -> bool:
    """True if OK was held, and the next key may do what nobody asked for."""
    shown = pending_entry(snapshot, buffer)
    return shown is not None and shown.kind in ARMED


def pending_entry(snapshot: Snapshot, buffer: KeyBuffer) -> PendingEntry | None:
    """Return the pending entry as everybody sees it; None if there is none at this table."""
    if not buffer.keys or buffer.version != snapshot.version:
        return None
    meant = meaning(snapshot, buffer.keys)
    return meant if isinstance(meant, PendingEntry) else None
