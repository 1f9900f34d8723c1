"""Event streams: one thread finds the newest event, and each stream sends it when it can."""

import logging
from collections.abc import Iterable, Iterator
from threading import Lock, Thread
from typing import Final, NamedTuple, Protocol, Self

from flask import Response, request

from scorekeeper.words import en
from web.http.errors import HttpError
from web.http.events import EVENTS, Slot, Streams

LINE: Final = "cribble.line"
"""The key in a WSGI environment of a request's Line."""

POLL: Final = 1.0
"""Seconds after which the thread looks whether any streams are left."""
BEAT: Final = 2.0
"""Seconds of silence after which a heartbeat is sent. It alone shows phones that a network is gone:
TCP would take as long again as the network was away."""
RETRY: Final = 5
"""Seconds after which a client that found no free slot may try again."""

GREETING: Final = b"retry: 1000\n\n"
HEARTBEAT: Final = b"event: beat\ndata: {}\n\n"
REPLACED: Final = b"event: replaced\ndata: {}\n\n"

log = logging.getLogger(__name__)


class StreamConnection(Protocol):
    """The connection of a request that may be answered by a stream."""

    is_open: bool
    """False once the client has hung up."""
    is_stream: bool
    """Set if the answer is a stream, whose iteration waits for nothing but this connection."""

    def __enter__(self) -> Self:
        """Start the stream."""

    def __exit__(self, *_: object) -> None:
        """End the stream."""

    def wait(self, seconds: float) -> bool:
        """Return True as soon as it is woken or the client hangs up, False after *seconds*."""

    def wake(self) -> None:
        """End ``wait``, from any thread, or the next one if there is none now."""


class Event(NamedTuple):
    """The *data* of an event, and a *mark* that tells it from others."""

    mark: object
    data: bytes


class Feed(Protocol):
    """The events of a kind of stream. Each holds everything, so nobody needs any but the newest."""

    def wait(self, seconds: float) -> None:
        """Return when there is a newer event than after the last wait, or after *seconds*."""

    def newest(self, lang: str) -> Event:
        """Return the newest event, its sentences in *lang*."""


class Follower:
    """A stream: the ``mark`` of the event that it was sent last, and the newest that waits."""

    def __init__(self, line: StreamConnection, slot: Slot, lang: str, mark: object) -> None:
        self.slot, self.lang, self.mark = slot, lang, mark
        self._line, self._lock = line, Lock()
        self._newest: Event | None = None

    def offer(self, event: Event) -> None:
        """Have *event* sent next, in place of one that still waits."""
        with self._lock:
            if event.mark == (self._newest.mark if self._newest else self.mark):
                return
            self._newest = event
        self._line.wake()

    def _take(self) -> Event | None:
        with self._lock:
            event, self._newest = self._newest, None
            self.mark = event.mark if event else self.mark
            return event

    def events(self, greeting: bytes) -> Iterator[bytes]:
        """Iterate over what is sent: *greeting*, then the newest events and heartbeats until the
        client leaves or the slot is lost."""
        yield greeting
        with self._line as line:
            while line.is_open and self.slot.held:
                if event := self._take():
                    yield event.data
                elif not line.wait(BEAT):
                    yield HEARTBEAT
            if self.slot.replaced:
                yield REPLACED


class Broadcast:
    """Offers the newest event of *feed* to all followers, which hold slots of *streams*: one
    thread, which lives as long as there are any, encodes it once for each language.
    """

    def __init__(self, feed: Feed, streams: Streams) -> None:
        self.feed, self.streams = feed, streams
        self._lock = Lock()
        self._followers: list[Follower] = []
        self._running = False

    def add(self, follower: Follower) -> None:
        """Offer *follower* all that is newer than what it has."""
        with self._lock:
            self._followers.append(follower)
            if not self._running:
                self._running = True
                Thread(target=self._run, name="streams", daemon=True).start()

    def remove(self, follower: Follower) -> None:
        """Offer *follower* nothing more, and free its slot."""
        with self._lock:
            self._followers.remove(follower)
        self.streams.release(follower.slot)

    def _run(self) -> None:
        try:
            while followers := self._current():
                self._offer(followers)
                self.feed.wait(POLL)
        except Exception:  # Whatever it is, clients come back and are sent the next event.
            log.exception("The event streams failed.")
            with self._lock:
                self._running = False
                followers = tuple(self._followers)
            for follower in followers:
                self.streams.release(follower.slot)

    def _current(self) -> tuple[Follower, ...]:
        with self._lock:
            self._running = bool(self._followers)
            return tuple(self._followers)

    def _offer(self, followers: tuple[Follower, ...]) -> None:
        """Offer each the event that is new to it. A view that fails ends no other stream."""
        events: dict[object, Event] = {}
        for follower in followers:
            try:
                follower.offer(self.newest_for(follower, events))
            except Exception:
                log.exception("a view of an event stream failed")
                self.streams.release(follower.slot)

    def newest_for(self, follower: Follower, events: dict[object, Event]) -> Event:
        """Return what *follower* is sent now; *events* are those of this round, for the others."""
        lang = follower.lang
        if (event := events.get(lang)) is None:
            event = events[lang] = self.feed.newest(lang)
        return event


def event_stream(
    broadcast: Broadcast, *, key: str | None, scorer: bool, lang: str, seen: object
) -> Response:
    """Return a response that goes on with what *broadcast* offers, until its client leaves or is
    replaced. Without a StreamConnection, as in a test client, it ends after the first event.

    A client that has *seen* the newest event waits for the next. Raises HttpError 503 if no slot is
    free.
    """
    if request.method == "HEAD":
        return _response(())
    streams = broadcast.streams
    slot = streams.acquire(key, scorer=scorer, address=request.remote_addr or "")
    if slot is None:
        raise HttpError(503, "full", en("Too many phones are following the table."), retry=RETRY)
    line: StreamConnection | None = request.environ.get(LINE)
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
