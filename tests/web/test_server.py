"""The server around waitress: its threads, its private parts, and connections left alone."""

from collections.abc import Iterator
from contextlib import closing
from queue import SimpleQueue
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from waitress import wasyncore

from tests.kit.drivers.web_server import TO_THE_PLAY, Site, Stream, ask, served
from web.request_threads import RequestThreads
from web.waitress_adapter import WaitressChanged, check_waitress

PATIENCE = 10.0


class Request:
    """A request that is answered when it may be."""

    def __init__(self, served: "SimpleQueue[Request]", may: Event | None = None) -> None:
        self._served, self._may = served, may
        self.begun = Event()

    def service(self) -> None:
        """Answer."""
        self.begun.set()
        assert self._may is None or self._may.wait(PATIENCE)
        self._served.put(self)


@pytest.fixture
def threads() -> Iterator[RequestThreads]:
    """At most two threads."""
    found = RequestThreads(2)
    yield found
    assert found.shutdown()


def test_requests_beyond_the_limit_wait_for_a_free_thread(threads: RequestThreads) -> None:
    answered, may = SimpleQueue[Request](), Event()
    for request in [Request(answered, may), Request(answered, may), Request(answered)]:
        threads.add_task(request)
    assert answered.empty()
    may.set()
    for _ in range(3):
        answered.get(timeout=PATIENCE)
    assert answered.empty()


def test_a_thread_that_is_free_takes_the_next_request(threads: RequestThreads) -> None:
    """So a table of one phone has one thread, or two if they overlap."""
    answered = SimpleQueue[Request]()
    for _ in range(20):
        threads.add_task(Request(answered))
        answered.get(timeout=PATIENCE)
    assert 1 <= threads.started <= 2


def test_a_request_that_fails_leaves_its_thread_alive(
    threads: RequestThreads, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ValueError("a fault of ours")

    answered = SimpleQueue[Request]()
    for _ in range(2):
        threads.add_task(SimpleNamespace(service=fail))
    threads.add_task(Request(answered))
    answered.get(timeout=PATIENCE)
    assert "A request failed." in caplog.text


def test_shutdown_returns_though_a_request_hangs() -> None:
    """It says that a thread is left, which ends with the program."""
    threads, answered, may = RequestThreads(2), SimpleQueue[Request](), Event()
    threads.add_task(hanging := Request(answered, may))
    assert hanging.begun.wait(PATIENCE)
    assert threads.shutdown(timeout=0.05) is False
    may.set()
    answered.get(timeout=PATIENCE)


def test_a_waitress_without_its_private_parts_is_refused_in_a_sentence() -> None:
    """Each part that is missing is named, and what to do."""

    class Bare:
        """A server and a channel of some later version."""

        def __init__(self, dispatcher: Any) -> None:
            self.last_activity = dispatcher

    check_waitress()
    with pytest.raises(WaitressChanged) as refused:
        check_waitress(Bare, Bare)
    assert str(refused.value) == (
        "This version of waitress does not fit Cribble: it has no server.channel_class, "
        "no server.active_channels, no server._sock, no server.sockinfo, "
        "no channel.total_outbufs_len, no channel.write_soon, no channel.writable, "
        "no channel.server. Install a version that pyproject.toml allows."
    )


def test_the_main_loop_does_not_spin_while_threads_send(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few polls an entry, however many phones are sent the table at that moment."""
    polls, poll = SimpleQueue[None](), wasyncore.poll2

    def counted(*args: Any) -> None:
        polls.put(None)
        poll(*args)

    monkeypatch.setattr(wasyncore, "poll2", counted)
    site, plays = Site(is_open=True), [f"{rank}{suit}" for rank in "23456" for suit in "CD"]
    with served(site) as port, closing(Stream(port)) as one, closing(Stream(port)) as two:
        for stream in (one, two):
            stream.event()
        before = polls.qsize()
        entries = [*TO_THE_PLAY, *({"do": "play", "card": card} for card in plays)]
        for entry in entries:
            ask(port, "POST", "/api/v1/actions", {"action": entry})
        for stream in (one, two):
            while stream.state()["version"] < site.table.now.version:
                pass
        assert polls.qsize() - before < 10 * len(entries)
