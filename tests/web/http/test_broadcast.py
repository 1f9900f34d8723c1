"""Many who follow one feed: sent by one thread, each event encoded once, the newest to the slow."""

from collections.abc import Callable
from queue import SimpleQueue

import pytest

from tests.kit.drivers.waiting import soon
from web.http.broadcast import BEAT, HEARTBEAT, REPLACED, Broadcast, Event
from web.http.events import Slot, Streams


class Feed:
    """Events by number; one below 0 is a mistake, and so is each in the language that ``fails``."""

    def __init__(self) -> None:
        self.number, self.fails = 0, ""
        self._news = SimpleQueue[None]()

    def change(self) -> None:
        self.number += 1
        self.tick()

    def tick(self) -> None:
        self._news.put(None)

    def wait(self, seconds: float) -> None:
        self._news.get(timeout=30)

    def newest(self, lang: str) -> Event:
        if self.number < 0 or lang == self.fails:
            raise ValueError("a fault of ours")
        return Event(self.number, f"{lang} {self.number}".encode())


class Line:
    """A client that reads, unless it is ``full``."""

    def __init__(self) -> None:
        self.is_open, self.full, self.ended = True, False, False
        self.read: list[bytes] = []

    def keep(self, on_drain: Callable[[], None]) -> None:
        self.drain = on_drain

    def push(self, data: bytes) -> bool:
        if not self.full:
            self.read.append(data)
        return not self.full

    def end(self, data: bytes = b"") -> None:
        self.read += [data] if data else []
        self.ended = True


class Evening:
    """A broadcast and its clock."""

    def __init__(self) -> None:
        self.feed, self.streams, self.seconds = Feed(), Streams(8, for_scorers=0), 0.0
        self.broadcast = Broadcast(self.feed, self.streams, lambda: self.seconds)

    def follow(self, lang: str = "en", key: str | None = None) -> tuple[Line, Slot]:
        """Follow, with the newest event."""
        line, slot = Line(), self.streams.acquire(key, scorer=True)
        assert slot
        self.broadcast.add(line, slot, lang, self.feed.number)
        return line, slot


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_an_event_is_encoded_once_for_each_language(evening: Evening) -> None:
    lines = [evening.follow(lang)[0] for lang in ("en", "fr", "en", "fr", "en")]
    evening.feed.change()
    soon(lambda: all(line.read for line in lines))
    assert [line.read for line in lines[:2]] == [[b"en 1"], [b"fr 1"]]
    sent = [line.read[0] for line in lines]
    assert sent[0] is sent[2] is sent[4]
    assert sent[1] is sent[3]
    evening.streams.close()


def test_a_view_that_fails_ends_no_other_stream(evening: Evening) -> None:
    (director, _), (wall, _) = evening.follow("director"), evening.follow("wall")
    evening.feed.fails = "wall"
    evening.feed.change()
    soon(lambda: wall.ended and director.read == [b"director 1"])
    evening.feed.change()
    soon(lambda: director.read[-1] == b"director 2")
    assert not director.ended
    evening.streams.close()


def test_a_client_that_reads_slowly_gets_the_newest_event_later(evening: Evening) -> None:
    """As soon as it has read, and without holding up others."""
    (slow, _), (quick, _) = evening.follow(), evening.follow()
    slow.full = True
    for _ in range(3):
        evening.feed.change()
        soon(lambda: quick.read[-1:] == [b"en %d" % evening.feed.number])
    slow.full = False
    slow.drain()
    assert slow.read == [b"en 3"]
    assert quick.read == [b"en 1", b"en 2", b"en 3"]
    evening.streams.close()


def test_what_changed_while_a_stream_began_is_sent(evening: Evening) -> None:
    line, slot = Line(), evening.streams.acquire(None, scorer=True)
    assert slot
    evening.feed.change()
    evening.broadcast.add(line, slot, "en", 0)
    assert line.read == [b"en 1"]
    evening.streams.close()


def test_a_silent_stream_has_heartbeats_and_ends_with_its_slot(evening: Evening) -> None:
    line, _ = evening.follow(key="ann")
    evening.seconds = BEAT
    evening.feed.tick()
    soon(lambda: line.read == [HEARTBEAT])
    evening.follow(key="ann")
    evening.feed.tick()
    soon(lambda: line.ended)
    assert line.read == [HEARTBEAT, REPLACED]
    evening.streams.close()


def test_a_client_that_left_gives_its_slot_back(evening: Evening) -> None:
    line, _ = evening.follow()
    line.is_open = False
    evening.feed.tick()
    soon(lambda: len(evening.streams) == 0)


def test_after_a_mistake_all_come_back(evening: Evening, caplog: pytest.LogCaptureFixture) -> None:
    line, _ = evening.follow()
    evening.feed.number = -2
    evening.feed.tick()
    soon(lambda: line.ended)
    assert "a fault of ours" in caplog.text
    evening.feed.number = 5
    again, _ = evening.follow()
    evening.feed.change()
    soon(lambda: again.read == [b"en 6"])
    evening.streams.close()
