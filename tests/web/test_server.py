"""The server: its limits, and connections that are slow, silent or too many."""

import http.client
import socket
from contextlib import ExitStack
from queue import SimpleQueue
from threading import Event

import pytest

from tests.kit.drivers.waiting import soon
from tests.kit.drivers.web_server import Site, Stream, ask, served
from web import Streams, server
from web.http.response import JSON
from web.server import BY_ADDRESS, MAX_HEADER_COUNT, MAX_HEADERS, MAX_READ, RUNNING_BY_ADDRESS

PATIENCE = 30.0


def line(port: int, sent: bytes = b"", at: str = "127.0.0.1") -> socket.socket:
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
    """Return whether the server closes the connection silently."""
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True


def test_one_address_has_so_many_connections_and_others_theirs() -> None:
    with served(Site()) as port, ExitStack() as lines:
        theirs = [lines.enter_context(line(port)) for _ in range(BY_ADDRESS)]
        assert is_closed(lines.enter_context(line(port)))
        theirs[0].sendall(asked_for("/healthz"))
        assert theirs[0].recv(12) == b"HTTP/1.1 200"
        other = lines.enter_context(line(port, asked_for("/healthz"), at="127.0.0.7"))
        assert other.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nX: "])
def test_a_request_must_arrive_in_time_however_it_grows(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MAX_ARRIVAL", 1.0)
    monkeypatch.setattr(server.Connection, "patience", 1.0)
    with served(Site()) as port, line(port, sent) as slow:
        slow.settimeout(0.2)
        for _ in range(20):
            try:
                assert slow.recv(1) in (b"", b"H"), "closed, perhaps with a word"
                break
            except TimeoutError:
                slow.sendall(sent[-2:])
        else:
            pytest.fail("it is never hung up on")


def test_answers_that_nobody_reads_hold_no_thread() -> None:
    site = Site(streams=Streams(1))
    with served(site) as port, ExitStack() as lines:
        for number in range(12):
            unread = 9 * asked_for("/api/v1/openapi.json")
            lines.enter_context(line(port, unread, at=f"127.0.1.{1 + number}"))
        for _ in range(12):
            assert ask(port, "GET", "/healthz")[0] == 200


def test_requests_in_one_breath_are_all_answered_in_the_end() -> None:
    with served(Site()) as port, line(port, 9 * asked_for("/api/v1/openapi.json")) as late:
        late.sendall(
            asked_for("/healthz").replace(b"localhost\r\n", b"localhost\r\nConnection: close\r\n")
        )
        told = b""
        while more := late.recv(1 << 16):
            told += more
        assert told.count(b"HTTP/1.1 200 OK") == 10


def test_of_the_requests_of_an_address_only_a_few_run_at_once() -> None:
    may, asked = Event(), SimpleQueue[None]()

    def wait() -> bool:
        asked.put(None)
        return may.wait(PATIENCE)

    with served(Site(health={"keypad": wait})) as port, ExitStack() as lines:
        theirs = [
            lines.enter_context(line(port, asked_for("/healthz"), at="127.0.0.66"))
            for _ in range(RUNNING_BY_ADDRESS + 2)
        ]
        for _ in range(RUNNING_BY_ADDRESS):
            asked.get(timeout=PATIENCE)
        assert ask(port, "GET", "/api/v1/state")[0] == 200
        assert asked.empty()
        may.set()
        for one in theirs:
            assert one.recv(12) == b"HTTP/1.1 200"


@pytest.mark.parametrize("length", [MAX_READ, 10**12])
def test_a_body_that_is_too_long_is_refused(length: int) -> None:
    with served(Site(is_open=True)) as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.putrequest("POST", "/api/v1/actions")
        connection.putheader("Content-Type", "application/json")
        connection.putheader("Content-Length", str(length))
        connection.endheaders(b" " * MAX_READ)
        answer = connection.getresponse()
        assert answer.status == 413
        assert answer.headers.get("Content-Type") == (JSON if length == MAX_READ else None)
        connection.close()


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n" + b"X: 123456789\r\n" * (MAX_HEADERS // 14 + 1),
        b"GET / HTTP/1.1\r\nX: " + b"7" * MAX_HEADERS + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X:\r\n" * (MAX_HEADER_COUNT + 1) + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX : 7\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n X: 7\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused(sent: bytes) -> None:
    with served(Site()) as port, line(port, sent) as one:
        assert one.recv(12) == b"HTTP/1.1 400"


def test_a_body_that_is_late_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_ARRIVAL", 0.1)
    head = b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n"
    with served(Site()) as port, line(port, head + b"12345678") as one:
        told = b""
        while more := one.recv(1 << 16):
            told += more
        assert told.startswith(b"HTTP/1.1 400")


def test_a_stream_hangs_up_on_a_client_that_says_more() -> None:
    site = Site()
    with served(site) as port, Stream(port) as phone:
        phone.state()
        soon(lambda: len(site.streams) == 1)
        phone.line.sock.sendall(asked_for("/healthz"))
        assert phone.event() == {}
    assert len(site.streams) == 0


def test_it_stops_though_connections_are_idle_or_streams_and_a_request_hangs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "STOP_SECONDS", 0.2)
    may, asked = Event(), SimpleQueue[None]()

    def wait() -> bool:
        asked.put(None)
        return may.wait(PATIENCE)

    with ExitStack() as lines:
        with served(Site(health={"keypad": wait})) as port:
            lines.enter_context(Stream(port)).state()
            idle = lines.enter_context(line(port, asked_for("/api/v1/openapi.json")))
            lines.enter_context(line(port, asked_for("/healthz")))
            asked.get(timeout=PATIENCE)
        while idle.recv(1 << 16):
            pass
        may.set()
