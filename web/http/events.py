"""Server-sent events: the kinds of streams, and the slots of those that are open."""

from collections.abc import Callable
from enum import StrEnum
from threading import Lock
from typing import Final

EVENTS: Final = "text/event-stream"

BY_ADDRESS: Final = 8
"""Streams of watchers from one address."""


class StreamKind(StrEnum):
    """The streams. A browser may follow both, each once."""

    TABLE = "table"
    STRIP = "strip"


def stream_key(kind: StreamKind, device: str) -> str:
    """Return the key of the slot that *device* holds in ``Streams``."""
    return f"{kind} {device}"


class Slot:
    """One open stream, ``held`` until it is released or replaced, or all are closed. ``watcher`` is
    the address that it counts for, unless it is a scorer's."""

    def __init__(self, watcher: str = "") -> None:
        self.held = True
        self.replaced = False
        self.watcher = watcher
        self.on_end: Callable[[], object] = lambda: None
        """Called, from any thread, when it is no longer held."""

    def end(self) -> None:
        """Take it from its stream."""
        self.held = False
        self.on_end()


class Streams:
    """Slots for open streams: at most ``limit``, the last ``for_scorers`` of them for scorers only,
    and a few for watchers from one address.
    """

    def __init__(self, limit: int, for_scorers: int | None = None) -> None:
        self.limit = limit
        self._for_watchers = limit - (limit // 4 if for_scorers is None else for_scorers)
        self._lock = Lock()
        self._open: dict[object, Slot] = {}
        self._closed = False

    def __len__(self) -> int:
        return len(self._open)

    def is_open(self, key: str) -> bool:
        """True if a stream with this *key* is open."""
        return key in self._open

    def acquire(self, key: str | None, *, scorer: bool, address: str = "") -> Slot | None:
        """Return a slot, or None if all are taken. An older stream with this *key* is replaced."""
        with self._lock:
            older = self._open.pop(key, None) if key else None
            free = self._is_free(self.limit) if scorer else self._has_room(address)
            if self._closed or not free:
                if older and key:
                    self._open[key] = older
                return None
            if older:
                older.replaced = True
                older.end()
            slot = Slot("" if scorer else address)
            self._open[key or slot] = slot
            return slot

    def _has_room(self, address: str) -> bool:
        """True if a watcher from *address* may follow."""
        theirs = sum(slot.watcher == address for slot in self._open.values()) if address else 0
        return theirs < BY_ADDRESS and self._is_free(self._for_watchers)

    def _is_free(self, limit: int) -> bool:
        return len(self._open) < limit

    def release(self, slot: Slot) -> None:
        """Free *slot*; does nothing the second time."""
        with self._lock:
            if slot.held:
                slot.end()
            for key, one in tuple(self._open.items()):
                if one is slot:
                    del self._open[key]

    def close(self) -> None:
        """End all streams and accept no more: the server stops."""
        with self._lock:
            self._closed = True
            for slot in self._open.values():
                slot.end()
