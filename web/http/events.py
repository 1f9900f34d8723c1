"""Server-sent events: the streams that are open, and a response that goes on as one of them."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from threading import Lock
from typing import Final, TypeAlias

from flask import Response, request

from scorekeeper.words import en
from web.http.errors import HttpError

EVENTS: Final = "text/event-stream"

POLL: Final = 1.0
"""Seconds after which a stream checks that its client is still there."""
BEAT: Final = 2.0
"""Seconds of silence after which a heartbeat is sent. It alone shows phones that a network is gone:
TCP would take as long again as the network was away."""
BY_ADDRESS: Final = 8
"""Streams of watchers from one address."""
RETRY: Final = 5
"""Seconds after which a client that found no free slot may try again."""

GREETING: Final = b"retry: 1000\n\n"
HEARTBEAT: Final = b"event: beat\ndata: {}\n\n"
REPLACED: Final = b"event: replaced\ndata: {}\n\n"

EventSource: TypeAlias = Iterator[bytes | None]
"""Endless: each event, or None whenever POLL seconds passed without one."""


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


class Streams:
    """Slots for open streams: at most ``limit``, the last ``for_scorers`` of them for scorers only,
    and a few for watchers from one address.

    An open stream occupies a thread of the server, which needs more threads than ``limit``.
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
                older.replaced, older.held = True, False
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
            slot.held = False
            for key, one in tuple(self._open.items()):
                if one is slot:
                    del self._open[key]

    def close(self) -> None:
        """End all streams and accept no more: the server stops."""
        with self._lock:
            self._closed = True
            for slot in self._open.values():
                slot.held = False


def event_stream(
    streams: Streams,
    source: EventSource,
    *,
    key: str | None,
    scorer: bool,
    clock: Callable[[], float],
) -> Response:
    """Return a response with the events of *source* until its client leaves or is replaced.

    Raises HttpError 503 if no slot is free.
    """
    if request.method == "HEAD":
        return _response(())
    slot = streams.acquire(key, scorer=scorer, address=request.remote_addr or "")
    if slot is None:
        raise HttpError(503, "full", en("Too many phones are following the table."), retry=RETRY)
    is_gone = request.environ.get("waitress.client_disconnected", lambda: False)
    response = _response(_chunks(source, slot, is_gone, clock))
    response.call_on_close(lambda: streams.release(slot))
    return response


def _response(chunks: Iterable[bytes]) -> Response:
    return Response(chunks, mimetype=EVENTS, headers={"Cache-Control": "no-store"})


def _chunks(
    source: EventSource, slot: Slot, is_gone: Callable[[], bool], clock: Callable[[], float]
) -> Iterator[bytes]:
    yield GREETING
    last = clock()
    for event in source:
        if event is not None or clock() - last >= BEAT:
            last = clock()
            yield HEARTBEAT if event is None else event
        if is_gone() or not slot.held:
            break
    if slot.replaced:
        yield REPLACED
