"""Many followers of one feed: each event is encoded once, slow clients get the newest."""

from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event as Signal
from threading import Thread
from typing import Self

import pytest

from tests.kit.drivers.waiting import soon
from web.http import events
from web.http.events import BY_ADDRESS, HEARTBEAT, Broadcast, Event, Follower, Streams

HELLO = b"hello"
END = b"end"


class Feed:
    """A feed of numbered events; numbers below 0 fail, and so do all in the language ``fails``."""

    def __init__(self) -> None:
        self.number, self.fails = 0, ""
        self._news = SimpleQueue[None]()

    def change(self) -> None:
        self.number += 1
        self.tick()

    def tick(self) -> None:
        self._news.put(None)

    def wait(self, seconds: float) -> None:
        with suppress(Empty):
            self._news.get(timeout=seconds)

    def newest(self, lang: str) -> Event:
        if self.number < 0 or lang == self.fails:
            raise ValueError("a fault of ours")
        return Event(self.number, f"{lang} {self.number}".encode())


class Line:
    """A client that reads while ``reads`` is set."""

    def __init__(self) -> None:
        self.is_open, self.is_stream = True, False
        self.reads, self._woken = Signal(), Signal()
        self.reads.set()
        self.sent = SimpleQueue[bytes]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.is_open = False

    def wait(self, seconds: float) -> bool:
        woken = self._woken.wait(seconds)
        self._woken.clear()
        return woken

    def wake(self) -> None:
        self._woken.set()

    def offer(self, data: bytes) -> bool:
        if self.reads.is_set():
            self.sent.put(data)
            return True
        return False

    def send(self, data: bytes) -> None:
        if data:
            self.reads.wait()
            self.sent.put(data)


class Evening:
    def __init__(self) -> None:
        self.feed, self.streams = Feed(), Streams(8, for_scorers=0)
        self.broadcast = Broadcast(self.feed, self.streams)

    def follow(
        self, lang: str = "en", key: str | None = None, mark: int = 0, line: Line | None = None
    ) -> Iterator[bytes]:
        """Follow from the event *mark*; return what is sent after the greeting, to its end."""
        line = line or Line()
        slot = self.streams.acquire(key, scorer=True)
        assert slot
        slot.on_end = line.wake
        follower = Follower(line, slot, lang, mark)
        self.broadcast.add(follower)
        events = follower.events(HELLO)
        assert next(events) == HELLO
        Thread(target=self._send, args=(follower, events), daemon=True).start()
        return iter(line.sent.get, END)

    def _send(self, follower: Follower, events: Iterator[bytes]) -> None:
        for last in events:
            follower.line.send(last)
        self.broadcast.remove(follower)
        follower.line.send(END)


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """Such a broadcast, without automatic heartbeats."""
    monkeypatch.setattr(events, "BEAT", 3600.0)
    evening = Evening()
    yield evening
    evening.streams.close()


def test_an_event_is_encoded_once_for_each_language(evening: Evening) -> None:
    streams = [evening.follow(lang) for lang in ("en", "fr", "en", "fr", "en")]
    evening.feed.change()
    sent = [next(stream) for stream in streams]
    assert sent[:2] == [b"en 1", b"fr 1"]
    assert sent[0] is sent[2] is sent[4]
    assert sent[1] is sent[3]


def test_a_few_followers_get_an_event_from_the_thread_that_caused_it(evening: Evening) -> None:
    stream = evening.follow()
    evening.feed.change()
    assert next(stream) == b"en 1"
    evening.feed.number = 2
    evening.broadcast.hurry()
    assert next(stream) == b"en 2"


def test_a_view_that_fails_ends_no_other_stream(evening: Evening) -> None:
    director, wall = evening.follow("director"), evening.follow("wall")
    evening.feed.fails = "wall"
    evening.feed.change()
    assert list(wall) == []
    assert next(director) == b"director 1"
    evening.feed.change()
    assert next(director) == b"director 2"


def test_a_client_that_reads_slowly_gets_the_newest_event_later(evening: Evening) -> None:
    line = Line()
    slow, quick = evening.follow(line=line), evening.follow()
    line.reads.clear()
    for number in (1, 2, 3, 4):
        evening.feed.change()
        assert next(quick) == b"en %d" % number
    line.reads.set()
    sent = [next(slow)]
    if sent != [b"en 4"]:  # It was being sent while the client did not read.
        sent.append(next(slow))
    assert sent[-1] == b"en 4"


def test_a_silent_stream_has_heartbeats(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "BEAT", 0.01)
    stream = evening.follow()
    assert [next(stream), next(stream)] == [HEARTBEAT, HEARTBEAT]


def test_after_a_mistake_all_come_back(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    stream = evening.follow()
    evening.feed.number = -2
    evening.feed.tick()
    assert list(stream) == []
    soon(lambda: "a fault of ours" in caplog.text)
    evening.feed.number = 5
    again = evening.follow(mark=5)
    evening.feed.change()
    assert next(again) == b"en 6"


def test_the_newer_stream_of_a_device_replaces_the_older() -> None:
    streams = Streams(1, for_scorers=0)
    older = streams.acquire("ann", scorer=False)
    newer = streams.acquire("ann", scorer=False)
    assert (older.held, older.replaced) == (False, True)
    assert (newer.held, newer.replaced) == (True, False)
    streams.release(older)
    assert len(streams) == 1, "the older one takes nothing with it when it ends"


def test_watchers_from_one_address_leave_places_to_others() -> None:
    streams = Streams(40, for_scorers=0)
    for _ in range(BY_ADDRESS):
        assert streams.acquire(None, scorer=False, address="10.0.0.66")
    assert streams.acquire(None, scorer=False, address="10.0.0.66") is None
    assert streams.acquire(None, scorer=False, address="10.0.0.7")
    assert streams.acquire(None, scorer=True, address="10.0.0.66")
