"""The private parts of waitress that the server needs, all in one place."""

from collections.abc import Callable
from contextlib import suppress
from math import inf
from socket import IPPROTO_TCP, SOCK_STREAM, TCP_NOTSENT_LOWAT, socket
from time import monotonic, time
from typing import Any, Final

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from web.http.broadcast import LINE
from web.request_threads import RequestThreads

SERVER_PARTS: Final = (
    *("channel_class", "active_channels", "_sock", "dispatcher", "sockinfo", "accept", "add_task"),
)
CHANNEL_PARTS: Final = (
    *("total_outbufs_len", "last_activity", "write_soon", "writable", "server", "requests"),
    *("received", "task_class", "handle_write", "_flush_outbufs_below_high_watermark"),
    *("requests_lock", "outbuf_lock", "send_continue", "parser_class", "close_when_flushed"),
    *("connected", "will_close", "_flush_some", "handle_read"),
)
TASK_PARTS: Final = (
    "build_response_header",
    "complete",
    "content_length",
    "has_body",
    "wrote_header",
    "get_environment",
    "finish",
    "close_on_finish",
)

MAX_UNSENT: Final = 16 * 1024
"""Bytes of a stream that the kernel may hold before it sends them; its own default is megabytes,
minutes of old events for a client that reads slowly."""
MAX_ARRIVAL: Final = 10.0
"""Seconds that a whole request may take to arrive, however it grows; the first one, from the moment
of the connection."""
MAX_IDLE: Final = 30.0
"""Seconds for which a connection may wait for its next request."""


class WaitressChanged(RuntimeError):
    """The installed version of waitress lacks a part that is not in its public interface."""


def check_waitress(
    server: type[Any] = TcpWSGIServer,
    channel: type[Any] = HTTPChannel,
    task: type[Any] = WSGITask,
) -> None:
    """Raise WaitressChanged, with a plain sentence, if a private part is missing."""
    missing = [f"server.{name}" for name in SERVER_PARTS if not _has(server, name)]
    missing += [f"channel.{name}" for name in CHANNEL_PARTS if not _has(channel, name)]
    missing += [f"task.{name}" for name in TASK_PARTS if not _has(task, name)]
    if missing:
        raise WaitressChanged(
            f"This version of waitress does not fit Cribble: it has no {', no '.join(missing)}. "
            "Install a version that pyproject.toml allows."
        )


def _has(kind: type[Any], name: str) -> bool:
    """True if *kind* has such an attribute, or sets or takes it when it is made."""
    made = (vars(one).get("__init__") for one in kind.__mro__)
    codes = (getattr(function, "__code__", None) for function in made)
    return hasattr(kind, name) or any(
        name in (*code.co_names, *code.co_varnames) for code in codes if code
    )


class WaitressStream:
    """A Line: the connection of a request that is answered by a stream."""

    def __init__(self, channel: "Channel", *, chunked: bool) -> None:
        self._channel, self._chunked = channel, chunked

    @property
    def is_open(self) -> bool:
        """True until the client hangs up or is hung up on."""
        return self._channel.connected and not self._channel.will_close

    def keep(self, on_drain: Callable[[], None]) -> None:
        """Leave the answer unfinished when the thread of the request is done. *on_drain* is called
        when data that was refused could be sent."""
        self._channel.waits_for_reader = False
        self._channel.on_drain, self._channel.follows = on_drain, True
        with suppress(OSError):  # The client has hung up.
            self._channel.socket.setsockopt(IPPROTO_TCP, TCP_NOTSENT_LOWAT, MAX_UNSENT)

    def push(self, data: bytes) -> bool:
        """Send *data*; False, and nothing is sent, while earlier data waits for the client."""
        return self._channel.push(self._chunk(data))

    def end(self, data: bytes = b"") -> None:
        """Finish the answer with *data*, behind all that waits, and hang up."""
        last = self._chunk(data) if data else b""
        self._channel.push(last + b"0\r\n\r\n" * self._chunked, queued=True)
        self._channel.close_when_flushed, self._channel.on_drain = True, None
        self._channel.server.pull_trigger()

    def _chunk(self, data: bytes) -> bytes:
        return b"%x\r\n%b\r\n" % (len(data), data) if self._chunked else data


class Task(WSGITask):  # type: ignore[misc]
    """A request whose answer is sent together with its headers, and may be left to go on as a
    stream without its thread.

    waitress sends the headers first, which costs as much again as the body.
    """

    wrote_header = False

    def get_environment(self) -> dict[str, Any]:
        """Return the WSGI environment, with the Line of the request."""
        environ: dict[str, Any] = super().get_environment()
        environ[LINE] = WaitressStream(self.channel, chunked=self.version == "1.1")
        return environ

    def finish(self) -> None:
        """Finish the answer, unless it goes on as a stream."""
        if self.channel.follows:
            self.close_on_finish = False
        else:
            super().finish()

    def write(self, data: bytes) -> None:
        """Send *data*, and before the first of it the headers."""
        if not self.wrote_header:
            self.channel.waits_for_reader = self.content_length is None
        has_body = self.has_body and self.content_length != 0
        if data and has_body and self.complete and not self.wrote_header:
            self.channel.headers = self.build_response_header()
            self.wrote_header = True
        super().write(data)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that the main loop leaves alone while a request thread sends on it.

    waitress itself polls it then without a pause, which costs as much as the request. Nor does an
    answer that nobody reads hold a thread, unless it has no known length and so might fill the
    memory: what comes after it waits until the main loop has sent it. Of requests that come in one
    breath each is read when those before it are answered, in the thread of the one before.
    """

    task_class = Task
    request: Any = None
    """One that is not whole yet."""
    sent_continue = False
    headers = b""
    """The headers of an answer, to be sent with the first of its body."""
    sending = False
    waits_for_reader = False
    """True if the request thread waits before it sends more than a client reads."""
    postponed = False
    """True if the next request waits until the answers before it were read."""
    follows = False
    """True if the answer goes on as a stream."""
    on_drain: Callable[[], None] | None = None
    """Called once a stream that refused data has sent all that waited."""
    refused = False
    """True if a stream has refused data since it was drained."""
    unread = b""
    """The bytes behind a request that is not answered yet."""
    reads: bool | None = None
    """True if the main loop waits until it can read; None while it finds that out."""
    writes: bool | None = None
    """The same for writing."""
    max_idle = MAX_ARRIVAL
    arriving_since: float | None = None
    """The time of the first byte of a request that is not whole yet. Set by the main loop."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.idle_since = monotonic()
        super().__init__(*args, **options)

    def write_soon(self, data: Any) -> int:
        """Send *data* in the thread of the request; the main loop sends what is left."""
        self.sending = True
        if self.headers:
            data, self.headers = self.headers + data, b""
        try:
            return int(super().write_soon(data))
        finally:
            self.sending = False
            if self.total_outbufs_len:
                self.server.pull_trigger()

    def _flush_outbufs_below_high_watermark(self) -> None:
        if self.waits_for_reader:
            super()._flush_outbufs_below_high_watermark()

    def push(self, data: bytes, *, queued: bool = False) -> bool:
        """Send *data*, which the main loop ends. False, and nothing is sent, if other data waits,
        unless it may be *queued*: a stream that is read slowly would fall behind."""
        with self.outbuf_lock:
            self.refused = self.refused or bool(self.total_outbufs_len)
            if not self.connected or (self.total_outbufs_len and not queued):
                return False
            try:
                sent = 0 if self.total_outbufs_len else self.send(data, do_close=False)
                if sent:
                    self.last_activity = time()
                if sent < len(data):
                    self.write_soon(data[sent:])
            except (OSError, ClientDisconnected):
                self.will_close = True
                self.server.pull_trigger()
                return False
        return True

    def service(self) -> None:
        """Answer a request, in a thread of its own."""
        self.idle_since = inf
        self.waits_for_reader = False
        super().service()
        self._drain()
        self.idle_since, self.max_idle = monotonic(), MAX_IDLE
        if self.unread:
            with self.requests_lock:
                self._parse()
            self.server.pull_trigger()

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send what waits: in the main loop while a stream may send too."""
        with self.outbuf_lock:
            return bool(super()._flush_some(do_close))

    def postpone(self) -> None:
        """Have the next request answered once enough of the answers before it was read."""
        self.postponed = True
        self._resume()

    def _resume(self) -> None:
        with self.outbuf_lock:
            ready = self.postponed and self.total_outbufs_len <= self.adj.outbuf_high_watermark
            self.postponed = self.postponed and not ready
        if ready:
            self.server.start_task(self)

    def _drain(self) -> None:
        """Tell a stream that it may send again. Not while ``outbuf_lock`` is held: its thread may
        wait for that."""
        if self.on_drain and self.refused and not self.total_outbufs_len:
            self.refused = False
            self.on_drain()

    def handle_write(self) -> None:
        """Send what can be sent."""
        super().handle_write()
        self._drain()
        if self.postponed:
            self._resume()
        elif not self.requests and not self.total_outbufs_len:
            self.idle_since = monotonic()

    def received(self, data: bytes) -> bool:
        """Take in *data* and note since when a request has been incomplete."""
        with self.requests_lock:
            self.unread += data
            self._parse()
        return True

    def _parse(self) -> None:
        """Read what came up to the end of a request, and have that answered."""
        while self.unread and not (self.requests or self.will_close or self.close_when_flushed):
            if self.follows:
                self.will_close = True  # Nobody who follows has anything to say.
                return
            if self.request is None:
                self.request, self.arriving_since = self.parser_class(self.adj), monotonic()
            self.unread = self.unread[self.request.received(self.unread) :]
            asks = self.request.expect_continue and self.request.headers_finished
            if asks and not self.sent_continue:
                self.send_continue()
            if self.request.completed:
                self.sent_continue, self.arriving_since = False, None
                request, self.request = self.request, None
                if not request.empty:
                    self.requests.append(request)
                    self.server.add_task(self)

    def is_late(self, now: float) -> bool:
        """True if the client takes too long to send its next request."""
        if self.follows or self.requests or self.total_outbufs_len:
            return False
        since = self.arriving_since
        slow = since is not None and now - since > MAX_ARRIVAL
        return slow or now - self.idle_since > self.max_idle

    @property
    def streams(self) -> bool:
        """True while an answer of unknown length is being sent."""
        asked = bool(self.requests) and not self.postponed and self.waits_for_reader
        return self.follows or asked

    def readable(self) -> bool:
        """True if the main loop, which asks, has to read."""
        self.reads = None
        self.reads = reads = self._has_to_read()
        return reads

    def writable(self) -> bool:
        """True if the main loop, which asks, has to send or to close."""
        self.writes = None
        self.writes = writes = self._has_to_write()
        return writes

    def changed(self) -> bool:
        """True if the main loop waits for something else than it should."""
        return self.reads is not self._has_to_read() or self.writes is not self._has_to_write()

    def _has_to_read(self) -> bool:
        return not self.unread and bool(super().readable())

    def _has_to_write(self) -> bool:
        left = self.sending and self.total_outbufs_len <= self.adj.outbuf_high_watermark
        return bool(super().writable()) and (self.will_close or not left)


class _Server(TcpWSGIServer):  # type: ignore[misc]
    channel_class = Channel
    max_connections = 0
    """Connections that one address may have."""

    def pull_trigger(self) -> None:
        """Wake the main loop if it waits for something else than a connection needs.

        waitress wakes it after every request, which costs a tenth of it.
        """
        if any(channel.changed() for channel in self.channels):
            super().pull_trigger()

    def accept(self) -> tuple[socket, Any] | None:
        """Return the next connection. Where its address has too many, streams apart, the one that
        has waited longest for a request gives way; None if all are busy."""
        accepted: tuple[socket, Any] | None = super().accept()
        if accepted is None:
            return None
        line, (address, *_) = accepted
        theirs = [one for one in self.channels if one.addr[0] == address and not one.streams]
        if len(theirs) < self.max_connections:
            return accepted
        if idle := [one for one in theirs if not one.requests]:
            min(idle, key=lambda one: one.idle_since).handle_close()
            return accepted
        line.close()
        return None

    def add_task(self, task: Channel) -> None:
        """Have the next request of a connection answered, if it reads its answers."""
        if task.total_outbufs_len > self.adj.outbuf_high_watermark:
            task.postpone()
        else:
            self.start_task(task)

    def start_task(self, task: Channel) -> None:
        """Have the next request of a connection answered."""
        self.task_dispatcher.add_task(task, task.addr[0])

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The open connections."""
        return tuple(self.active_channels.values())


class WaitressServer:
    """waitress on a socket that is bound already, served in the caller's own loop."""

    def __init__(
        self,
        app: Flask,
        bound: socket,
        adjustments: Adjustments,
        *,
        connections: int,
        requests: int,
    ) -> None:
        """One address may have so many *connections*, and *requests* that run."""
        self._map: dict[int, Any] = {}
        self._threads = RequestThreads(adjustments.threads, requests)
        self._server = _Server(
            app,
            self._map,
            _sock=bound,
            dispatcher=self._threads,
            adj=adjustments,
            bind_socket=False,
            sockinfo=(bound.family, SOCK_STREAM, 0, bound.getsockname()),
        )
        self._server.max_connections = connections

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The open connections."""
        return self._server.channels

    def poll(self, seconds: float) -> None:
        """Handle what the sockets have ready, waiting at most so many *seconds* for it."""
        wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)

    def shut_down(self) -> None:
        """End all threads and close all connections."""
        self._threads.shutdown()
        wasyncore.close_all(self._map)
