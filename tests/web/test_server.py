"""The server around waitress: its threads, its private parts, and connections left alone."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import count
from queue import Empty, SimpleQueue
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from waitress import wasyncore
from waitress.parser import HTTPRequestParser

from tests.kit.drivers.web_server import TO_THE_PLAY, Site, Stream, ask, served
from web import Streams, request_threads, waitress_adapter
from web.request_threads import RequestThreads
from web.server import BY_ADDRESS
from web.waitress_adapter import WaitressChanged, check_waitress

PATIENCE = 30.0


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
        "no server.accept, no server.add_task, no channel.total_outbufs_len, "
        "no channel.write_soon, no channel.writable, no channel.server, no channel.requests, "
        "no channel.received, no channel.task_class, no channel.handle_write, "
        "no channel._flush_outbufs_below_high_watermark, no channel.requests_lock, "
        "no channel.outbuf_lock, no channel.send_continue, no channel.parser_class, "
        "no channel.close_when_flushed, no channel.connected, no channel.will_close, "
        "no channel._flush_some, no channel.handle_read. "
        "Install a version that pyproject.toml allows."
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


def test_requests_of_one_address_leave_threads_to_the_others() -> None:
    """Of three from one address only one runs."""
    threads, answered, may = RequestThreads(8, by_address=1), SimpleQueue[Request](), Event()
    theirs = [Request(answered, may) for _ in range(3)]
    for one in theirs:
        threads.add_task(one, "10.0.0.66")
    assert theirs[0].begun.wait(PATIENCE)
    threads.add_task(ours := Request(answered), "10.0.0.7")
    assert answered.get(timeout=PATIENCE) is ours
    assert not theirs[1].begun.is_set()
    may.set()
    for _ in theirs:
        answered.get(timeout=PATIENCE)
    assert threads.shutdown()


def test_an_address_that_asks_without_end_has_its_requests_run_one_by_one_with_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each takes ten seconds here; others wait for none of them."""
    monkeypatch.setattr(request_threads, "MAX_DEBT", 0.01)
    now, answered, asked = SimpleQueue[float](), SimpleQueue[str](), Event()
    now.put(0.0)

    def clock() -> float:
        now.put(seconds := now.get())
        return seconds

    def add(seconds: float) -> None:
        now.put(now.get() + seconds)

    def takes(seconds: float, name: str) -> SimpleNamespace:
        def service() -> None:
            assert asked.wait(PATIENCE)
            add(seconds)
            answered.put(name)

        return SimpleNamespace(service=service)

    threads = RequestThreads(8, by_address=1, clock=clock)
    for number in range(3):
        threads.add_task(takes(10.0, f"theirs {number}"), "10.0.0.66")
    asked.set()
    assert answered.get(timeout=PATIENCE) == "theirs 0"
    threads.add_task(takes(0.0, "ours"), "10.0.0.7")
    assert answered.get(timeout=PATIENCE) == "ours"
    with pytest.raises(Empty):
        answered.get(timeout=0.1)
    add(1.0)
    assert answered.get(timeout=PATIENCE) == "theirs 1"
    with pytest.raises(Empty):
        answered.get(timeout=0.1)
    assert threads.shutdown()


def test_one_request_after_the_other_is_never_paused() -> None:
    """Somebody who waits for each answer takes the processor from nobody."""
    threads = RequestThreads(8, by_address=2, clock=count().__next__)
    answered = SimpleQueue[Request]()
    for _ in range(20):
        threads.add_task(Request(answered), "10.0.0.7")
        answered.get(timeout=PATIENCE)
    assert threads.shutdown()


def test_requests_in_one_breath_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a hundred of them would keep the main loop from everybody else's."""
    may, asked, read = Event(), SimpleQueue[None](), SimpleQueue[None]()

    class Parser(HTTPRequestParser):
        def __init__(self, adj: Any) -> None:
            super().__init__(adj)
            read.put(None)

    def wait() -> bool:
        asked.put(None)
        return may.wait(PATIENCE)

    monkeypatch.setattr(waitress_adapter.Channel, "parser_class", Parser)
    with (
        served(Site(health={"keypad": wait})) as port,
        line(port, 9 * asked_for("/healthz")) as one,
    ):
        asked.get(timeout=PATIENCE)
        assert read.qsize() == 1
        may.set()
        told = b""
        while told.count(b"HTTP/1.1 200 OK") < 9:
            told += (more := one.recv(1 << 16))
            assert more, told
        assert read.qsize() == 9


def line(port: int, sent: bytes = b"", at: str = "127.0.0.1") -> socket.socket:
    """A connection from that address that says so much."""
    one = socket.socket()
    one.settimeout(PATIENCE)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    one.bind((at, 0))
    one.connect(("127.0.0.1", port))
    one.sendall(sent)
    return one


def asked_for(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def is_closed(one: socket.socket) -> bool:
    """True once the server closes the connection without a word."""
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True


def test_one_address_has_so_many_connections_and_others_theirs() -> None:
    with served(Site()) as port, ExitStack() as lines:
        theirs = [lines.enter_context(line(port)) for _ in range(BY_ADDRESS + 1)]
        assert is_closed(theirs[0])
        theirs[-1].sendall(asked_for("/healthz"))
        assert theirs[-1].recv(12) == b"HTTP/1.1 200"
        other = lines.enter_context(line(port, asked_for("/healthz"), at="127.0.0.7"))
        assert other.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nX: ", b"\r\n"])
def test_a_request_must_arrive_in_time_however_it_grows(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waitress_adapter.Channel, "max_idle", 1.0)
    monkeypatch.setattr(waitress_adapter, "MAX_ARRIVAL", 1.0)
    with served(Site()) as port, line(port, sent) as slow:
        slow.settimeout(0.2)
        for _ in range(20):
            try:
                assert slow.recv(1) == b""
                break
            except TimeoutError:
                slow.sendall(sent[-2:])
        else:
            pytest.fail("it is never hung up on")


def test_answers_that_nobody_reads_hold_no_thread() -> None:
    """More of them than there are threads, several in one breath from each connection."""
    site = Site(streams=Streams(1))
    with served(site) as port, ExitStack() as lines:
        for number in range(12):
            unread = 9 * asked_for("/api/v1/openapi.json")
            lines.enter_context(line(port, unread, at=f"127.0.1.{1 + number}"))
        for _ in range(12):
            assert ask(port, "GET", "/healthz")[0] == 200


def test_postponed_requests_are_answered_once_the_answers_before_are_read() -> None:
    with served(Site()) as port, line(port, 9 * asked_for("/api/v1/openapi.json")) as late:
        late.sendall(
            asked_for("/healthz").replace(b"localhost\r\n", b"localhost\r\nConnection: close\r\n")
        )
        told = b""
        while more := late.recv(1 << 16):
            told += more
        assert told.count(b"HTTP/1.1 200 OK") == 10
