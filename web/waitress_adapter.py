"""The private parts of waitress that the server needs, all in one place."""

from math import inf
from socket import SOCK_STREAM, socket
from time import monotonic
from typing import Any, Final

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from web.http.events import EVENTS
from web.request_threads import RequestThreads

SERVER_PARTS: Final = (
    *("channel_class", "active_channels", "_sock", "dispatcher", "sockinfo", "accept", "add_task"),
)
CHANNEL_PARTS: Final = (
    *("total_outbufs_len", "last_activity", "write_soon", "writable", "server", "requests"),
    *("received", "task_class", "handle_write", "_flush_outbufs_below_high_watermark"),
)
TASK_PARTS: Final = (
    "build_response_header",
    "complete",
    "content_length",
    "has_body",
    "wrote_header",
)

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


class Task(WSGITask):  # type: ignore[misc]
    """A request whose answer is sent together with its headers, and which tells its connection what
    kind of answer it has.

    waitress sends the headers first, which costs as much again as the body.
    """

    wrote_header = False

    def write(self, data: bytes) -> None:
        """Send *data*, and before the first of it the headers."""
        if not self.wrote_header:
            headers = {name.lower(): value for name, value in self.response_headers}
            self.channel.waits_for_reader = self.content_length is None
            if headers.get("content-type", "").startswith(EVENTS):
                self.channel.server.task_dispatcher.leave(self.channel, self.channel.addr[0])
        has_body = self.has_body and self.content_length != 0
        if data and has_body and self.complete and not self.wrote_header:
            self.channel.headers = self.build_response_header()
            self.wrote_header = True
        super().write(data)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that the main loop leaves alone while a request thread sends on it.

    waitress itself polls it then without a pause, which costs as much as the request. Nor does an
    answer that nobody reads hold a thread, unless it has no known length and so might fill the
    memory: what comes after it waits until the main loop has sent it.
    """

    task_class = Task
    headers = b""
    """Those of an answer, to be sent with the first of its body."""
    sending = False
    waits_for_reader = False
    """True if the request thread waits before it sends more than a client reads."""
    postponed = False
    """True if the next request waits until the answers before it were read."""
    reads: bool | None = None
    """True if the main loop waits until it can read; None while it finds that out."""
    writes: bool | None = None
    """The same for writing."""
    max_idle = MAX_ARRIVAL
    arriving_since: float | None = None
    """When the first byte came of a request that is not whole yet. Set by the main loop."""

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

    def service(self) -> None:
        """Answer a request, in a thread of its own."""
        self.idle_since = inf
        self.waits_for_reader = False
        super().service()
        self.idle_since, self.max_idle = monotonic(), MAX_IDLE

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

    def handle_write(self) -> None:
        """Send what can be sent."""
        super().handle_write()
        if self.postponed:
            self._resume()
        elif not self.requests and not self.total_outbufs_len:
            self.idle_since = monotonic()

    def received(self, data: bytes) -> bool:
        """Take in *data* and note since when a request has been incomplete."""
        before = self.request
        taken = bool(super().received(data))
        if self.request is None:
            self.arriving_since = None
        elif self.request is not before:
            self.arriving_since = monotonic()
        return taken

    def is_late(self, now: float) -> bool:
        """True if the client takes too long to send its next request."""
        if self.requests or self.total_outbufs_len:
            return False
        since = self.arriving_since
        slow = since is not None and now - since > MAX_ARRIVAL
        return slow or now - self.idle_since > self.max_idle

    @property
    def streams(self) -> bool:
        """True while an answer of unknown length is being sent."""
        return bool(self.requests) and not self.postponed and self.waits_for_reader

    def readable(self) -> bool:
        """True if the main loop, which asks, has to read."""
        self.reads = None
        self.reads = reads = bool(super().readable())
        return reads

    def writable(self) -> bool:
        """True if the main loop, which asks, has to send or to close."""
        self.writes = None
        self.writes = writes = self._has_to_write()
        return writes

    def changed(self) -> bool:
        """True if the main loop waits for something else than it should."""
        return self.reads is not super().readable() or self.writes is not self._has_to_write()

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
