"""Event streams: begun by a request's thread, then sent by one thread, however many follow."""

import logging
from collections.abc import Callable, Iterable, Iterator
from threading import Lock, Thread
from typing import Final, NamedTuple, Protocol

from flask import Response, request

from scorekeeper.words import en
from web.http.errors import HttpError
from web.http.events import EVENTS, Slot, Streams

LINE: Final = "cribble.line"
"""The key in a WSGI environment of a request's Line."""

POLL: Final = 1.0
"""Seconds after which every follower is looked at, though nothing changed."""
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
    """A connection whose answer is a stream. None of its methods waits for the client."""

    @property
    def is_open(self) -> bool:
        """True until the client hangs up or is hung up on."""

    def keep(self, on_drain: Callable[[], None]) -> None:
        """Leave the answer unfinished when the thread of the request is done. *on_drain* is called
        when data that was refused could be sent."""

    def push(self, data: bytes) -> bool:
        """Send *data*; False, and nothing is sent, while earlier data waits for the client."""

    def end(self, data: bytes = b"") -> None:
        """Finish the answer with *data*, behind all that waits, and hang up."""


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
    """A line that follows, the mark of the event that it has, and when it was sent anything."""

    def __init__(
        self, line: StreamConnection, slot: Slot, lang: str, mark: object, now: float
    ) -> None:
        self.line, self.slot, self.lang = line, slot, lang
        self.mark, self._sent_at = mark, now

    @property
    def stays(self) -> bool:
        """True while the client is there and nothing has taken its slot."""
        return self.slot.held and self.line.is_open

    def send(self, event: Event, now: float) -> None:
        """Send *event* if it is another than the last, or a heartbeat after a silence."""
        if event.mark != self.mark:
            if self.line.push(event.data):
                self.mark, self._sent_at = event.mark, now
        elif now - self._sent_at >= BEAT and self.line.push(HEARTBEAT):
            self._sent_at = now

    def end(self) -> None:
        """Finish the stream."""
        self.line.end(REPLACED if self.slot.replaced else b"")


class Broadcast:
    """Sends the newest event of *feed* to all followers: one thread, which lives as long as there
    are any, encodes it once for each language.

    Followers hold slots of *streams*; *clock* counts seconds and never goes back.
    """

    def __init__(self, feed: Feed, streams: Streams, clock: Callable[[], float]) -> None:
        self.feed, self.streams = feed, streams
        self._clock, self._lock = clock, Lock()
        self._followers: list[Follower] = []
        self._running = False
        streams.subscribe(self._end)

    def add(self, line: StreamConnection, slot: Slot, lang: str, mark: object) -> None:
        """Send to *line*, which has the event *mark*, all that is newer."""
        follower = Follower(line, slot, lang, mark, self._clock())
        line.keep(lambda: self._catch_up(follower))
        with self._lock:
            follower.send(self.feed.newest(lang), self._clock())
            self._followers.append(follower)
            if not self._running:
                self._running = True
                Thread(target=self._run, name="streams", daemon=True).start()

    def _catch_up(self, follower: Follower) -> None:
        with self._lock:
            if follower.stays:
                follower.send(self.newest_for(follower, {}), self._clock())

    def _run(self) -> None:
        try:
            while self._send():
                self.feed.wait(POLL)
        except Exception:  # Whatever it is, those who come back are sent the next event.
            log.exception("The event streams failed.")
            with self._lock:
                self._drop(list(self._followers))
                self._running = False

    def _send(self) -> bool:
        """Send to each what it has not; False if nobody follows any more."""
        events: dict[object, Event] = {}
        with self._lock:
            self._drop([one for one in self._followers if not one.stays])
            self._drop([one for one in self._followers if not self._sent(one, events)])
            self._running = bool(self._followers)
            return self._running

    def _sent(self, follower: Follower, events: dict[object, Event]) -> bool:
        """Send to *follower*; False if its view fails, which ends no other stream."""
        try:
            follower.send(self.newest_for(follower, events), self._clock())
        except Exception:
            log.exception("a view of an event stream failed")
            return False
        return True

    def newest_for(self, follower: Follower, events: dict[object, Event]) -> Event:
        """Return what *follower* is sent now; *events* are those of this round, for the others."""
        lang = follower.lang
        if (event := events.get(lang)) is None:
            event = events[lang] = self.feed.newest(lang)
        return event

    def _drop(self, gone: list[Follower]) -> None:
        for follower in gone:
            self._followers.remove(follower)
            follower.end()
            self.streams.release(follower.slot)

    def _end(self) -> None:
        with self._lock:
            self._drop(list(self._followers))


def event_stream(
    broadcast: Broadcast, *, key: str | None, scorer: bool, lang: str, seen: object
) -> Response:
    """Return a response that goes on with what *broadcast* sends, until its client leaves or is
    replaced. Where the server has no lines it ends after the first event.

    A client that has *seen* the newest event waits for the next. Raises HttpError 503 if no slot is
    free.
    """
    streams, line = broadcast.streams, request.environ.get(LINE)
    if request.method == "HEAD":
        return _response(())
    slot = streams.acquire(key, scorer=scorer, address=request.remote_addr or "")
    if slot is None:
        raise HttpError(503, "full", en("Too many phones are following the table."), retry=RETRY)
    added = False

    def beginning() -> Iterator[bytes]:
        nonlocal added
        event = broadcast.feed.newest(lang)
        yield GREETING if event.mark == seen else GREETING + event.data
        if line:
            broadcast.add(line, slot, lang, event.mark)
            added = True

    response = _response(beginning())
    response.call_on_close(lambda: None if added else streams.release(slot))
    return response


def _response(chunks: Iterable[bytes]) -> Response:
    return Response(chunks, mimetype=EVENTS, headers={"Cache-Control": "no-store"})
