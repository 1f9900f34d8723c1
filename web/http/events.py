"""Server-sent events: slots for open streams, and a thread that broadcasts the newest event."""

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from threading import Lock, Thread
from time import monotonic
from typing import Final, NamedTuple, Protocol, Self

import gevent
from flask import Response, request
from gevent.event import Event as Wakeup

from scorekeeper.words import en
from web.http.errors import HttpError

EVENTS: Final = "text/event-stream"
LINE: Final = "cribble.line"
"""The key of a request's Line in its WSGI environment."""

BY_ADDRESS: Final = 8
"""Maximum number of watchers' streams per address."""
FEW: Final = 8
POLL: Final = 1.0
"""Seconds between checks for open streams."""
BEAT: Final = 2.0
"""Seconds of silence before a heartbeat, by which phones detect a lost network. TCP would need as
long again as the outage lasted."""
RETRY: Final = 5
"""Seconds until a client that found no free slot should retry."""

GREETING: Final = b"retry: 1000\n\n"
HEARTBEAT: Final = b"event: beat\ndata: {}\n\n"
REPLACED: Final = b"event: replaced\ndata: {}\n\n"

log = logging.getLogger(__name__)


class Slot:
    """An open stream, ``held`` until it is released, replaced or closed. ``watcher``: the address
    that it counts towards; empty for scorers."""

    def __init__(self, watcher: str = "") -> None:
        self.held = True
        self.replaced = False
        self.watcher = watcher
        self.on_end: Callable[[], object] = lambda: None
        """Called when the slot is no longer held, from any thread."""

    def end(self) -> None:
        """Revoke the slot."""
        self.held = False
        self.on_end()


class Streams:
    """Slots for at most ``limit`` open streams, ``for_scorers`` of them reserved for scorers, and
    at most BY_ADDRESS for watchers from one address. Thread-safe."""

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
        """Return a slot, or None if none is free. Replaces an older stream with the same *key*."""
        with self._lock:
            older = self._open.pop(key, None) if key else None
            slots = self._open.values()
            from_here = sum(slot.watcher == address for slot in slots) if address else 0
            limit = self.limit if scorer else self._for_watchers
            is_free = len(slots) < limit and (scorer or from_here < BY_ADDRESS)
            if self._closed or not is_free:
                if older and key:
                    self._open[key] = older
                return None
            if older:
                older.replaced = True
                older.end()
            slot = Slot("" if scorer else address)
            self._open[key or slot] = slot
            return slot

    def release(self, slot: Slot) -> None:
        """Free *slot*. Idempotent."""
        with self._lock:
            if slot.held:
                slot.end()
            self._open = {key: other for key, other in self._open.items() if other is not slot}

    def close(self) -> None:
        """End all streams and refuse new ones."""
        with self._lock:
            self._closed = True
            for slot in self._open.values():
                slot.end()


class Line:
    """The connection of a request that may become a stream. Used in the server's greenlet."""

    def __init__(self, connection: socket.socket, *, chunked: bool) -> None:
        self._connection, self._chunked = connection, chunked
        self._hub, self._woken, self._lock = gevent.get_hub(), Wakeup(), Lock()
        self._unsent: bytes | None = None
        """The rest of an event for which there was no room; None while the greenlet sends."""
        self.is_open = True
        """False after the client has disconnected."""
        self.is_stream = False
        """True for a stream, whose iterator waits only for this connection."""

    def __enter__(self) -> Self:
        """Watch for a disconnect: clients of streams send nothing, so any input is one."""
        self._readable = self._hub.loop.io(self._connection.fileno(), 1)
        self._readable.start(self._hang_up)
        self._unsent = b""
        return self

    def __exit__(self, *_: object) -> None:
        self._readable.close()
        with self._lock:  # Later, the file descriptor may be that of another connection.
            self.is_open, self._unsent = False, None

    def _hang_up(self) -> None:
        self._readable.stop()
        self.is_open = False
        self._woken.set()

    def wake(self) -> None:
        """End the current ``wait``, or else the next one. Callable from any thread."""
        self._hub.loop.run_callback_threadsafe(self._woken.set)

    def wait(self, seconds: float) -> bool:
        """Return True when woken, False after *seconds* in which nothing was sent."""
        self._sent_at = monotonic()
        while (left := self._sent_at + seconds - monotonic()) > 0 and not self._woken.wait(left):
            pass
        self._woken.clear()
        return left > 0

    def offer(self, data: bytes) -> bool:
        """Send *data* without blocking; return False if the client has yet to read earlier data.
        Callable from any thread."""
        with self._lock:
            if self._unsent != b"":
                return False
            piece = self._piece(data)
            try:
                sent = os.write(self._connection.fileno(), piece)
            except OSError:  # There is no room, or ``send`` will find out that it is disconnected.
                return False
            self._sent_at, self._unsent = monotonic(), piece[sent:]
        if self._unsent:
            self.wake()
        return True

    def send(self, data: bytes) -> None:
        """Send *data*, and before it the rest of an event, as fast as the client reads."""
        with self._lock:
            rest, self._unsent = self._unsent or b"", None
        if unsent := rest + self._piece(data):
            self._connection.sendall(unsent)
        with self._lock:
            self._unsent = b""

    def _piece(self, data: bytes) -> bytes:
        return b"%x\r\n%s\r\n" % (len(data), data) if data and self._chunked else data


class Event(NamedTuple):
    """An encoded event, and a *mark* that identifies it."""

    mark: object
    data: bytes


class Feed(Protocol):
    """The source of a kind of stream. Events are complete, so older ones may be skipped."""

    def wait(self, seconds: float) -> None:
        """Block until there is a newer event than at the last call, for at most *seconds*."""

    def newest(self, lang: str) -> Event:
        """Return the newest event, with messages in *lang*."""


class Follower:
    """An open stream: the ``mark`` of the last event sent, and the pending event."""

    def __init__(self, line: Line, slot: Slot, lang: str, mark: object) -> None:
        self.slot, self.lang, self.mark = slot, lang, mark
        self.line, self._lock = line, Lock()
        self._newest: Event | None = None

    def offer(self, event: Event) -> None:
        """Send *event* now if the client has read all before it; else next, replacing a pending
        one."""
        with self._lock:
            if event.mark == (self._newest.mark if self._newest else self.mark):
                return
            if self.line.offer(event.data):
                self.mark, self._newest = event.mark, None
                return
            self._newest = event
        self.line.wake()

    def _take(self) -> bytes:
        with self._lock:
            event, self._newest = self._newest, None
            self.mark = event.mark if event else self.mark
            return event.data if event else b""

    def events(self, greeting: bytes) -> Iterator[bytes]:
        """Yield *greeting*, then send events and heartbeats until the client disconnects or the
        slot is lost."""
        yield greeting
        with self.line as line:
            while line.is_open and self.slot.held:
                line.send(self._take())
                if not line.wait(BEAT):
                    line.send(HEARTBEAT)
        if self.slot.replaced:
            yield REPLACED


class Broadcast:
    """Sends the newest event of *feed* to all followers, which hold slots of *streams*. A thread,
    running while there are followers, encodes each event once per language."""

    def __init__(self, feed: Feed, streams: Streams) -> None:
        self.feed, self.streams = feed, streams
        self._lock = Lock()
        self._followers: list[Follower] = []
        self._running = False

    def add(self, follower: Follower) -> None:
        """Send *follower* every event after its mark."""
        with self._lock:
            self._followers.append(follower)
            if not self._running:
                self._running = True
                Thread(target=self._run, name="streams", daemon=True).start()

    def remove(self, follower: Follower) -> None:
        """Stop sending to *follower*, and free its slot."""
        with self._lock:
            self._followers.remove(follower)
        self.streams.release(follower.slot)

    def _run(self) -> None:
        try:
            while followers := self._current():
                self._offer(followers)
                self.feed.wait(POLL)
        except Exception:  # Clients reconnect.
            log.exception("The event streams failed.")
            with self._lock:
                self._running = False
                followers = tuple(self._followers)
            for follower in followers:
                self.streams.release(follower.slot)

    def hurry(self) -> None:
        """Send the newest event now if there are at most FEW followers, such as the phones of a
        family; otherwise leave it to the thread."""
        if 0 < len(followers := self._current()) <= FEW:
            self._offer(followers)

    def _offer(self, followers: Iterable[Follower]) -> None:
        events: dict[object, Event] = {}
        for follower in followers:
            try:
                follower.offer(self.newest_for(follower, events))
            except Exception:  # One failure must not end other streams.
                log.exception("rendering a view for an event stream failed")
                self.streams.release(follower.slot)

    def _current(self) -> tuple[Follower, ...]:
        with self._lock:
            self._running = bool(self._followers)
            return tuple(self._followers)

    def newest_for(self, follower: Follower, events: dict[object, Event]) -> Event:
        """Return the newest event for *follower*; *events* caches those encoded for others."""
        lang = follower.lang
        if (event := events.get(lang)) is None:
            event = events[lang] = self.feed.newest(lang)
        return event


def event_stream(
    broadcast: Broadcast, *, key: str | None, scorer: bool, lang: str, seen: object
) -> Response:
    """Return a response that streams *broadcast* until the client disconnects or is replaced.
    Without a Line, as in a test client, it ends after the first event.

    The newest event is omitted if its mark is *seen*. Raises HttpError 503 if no slot is free.
    """
    if request.method == "HEAD":
        return _response(())
    streams = broadcast.streams
    slot = streams.acquire(key, scorer=scorer, address=request.remote_addr or "")
    if slot is None:
        raise HttpError(503, "full", en("Too many phones are following the table."), retry=RETRY)
    line: Line | None = request.environ.get(LINE)
    try:
        event = broadcast.feed.newest(lang)
    except Exception:
        streams.release(slot)
        raise
    greeting = GREETING if event.mark == seen else GREETING + event.data
    if line is None:
        streams.release(slot)
        return _response((greeting,))
    line.is_stream = True
    slot.on_end = line.wake
    follower = Follower(line, slot, lang, event.mark)
    broadcast.add(follower)
    response = _response(follower.events(greeting))
    response.call_on_close(lambda: broadcast.remove(follower))
    return response


def _response(chunks: Iterable[bytes]) -> Response:
    return Response(chunks, mimetype=EVENTS, headers={"Cache-Control": "no-store"})
