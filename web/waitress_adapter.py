"""The private parts of waitress that the server needs, all in one place."""

from socket import SOCK_STREAM, socket
from typing import Any, Final, cast

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask

from web.request_threads import RequestThreads

SERVER_PARTS: Final = ("channel_class", "active_channels", "_sock", "dispatcher", "sockinfo")
CHANNEL_PARTS: Final = ("total_outbufs_len", "last_activity", "write_soon", "writable", "server")
TASK_PARTS: Final = (
    "build_response_header",
    "complete",
    "content_length",
    "has_body",
    "wrote_header",
)


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
    """A request whose answer is sent together with its headers.

    waitress sends the headers first, which costs as much again as the body.
    """

    wrote_header = False

    def write(self, data: bytes) -> None:
        """Send *data*, and before the first of it the headers."""
        has_body = self.has_body and self.content_length != 0
        if data and has_body and self.complete and not self.wrote_header:
            self.channel.headers = self.build_response_header()
            self.wrote_header = True
        super().write(data)


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that the main loop leaves alone while a request thread sends on it.

    waitress itself polls it then without a pause, which costs as much as the request.
    """

    task_class = Task
    headers = b""
    """Those of an answer, to be sent with the first of its body."""
    sending = False
    reads: bool | None = None
    """True if the main loop waits until it can read; None while it finds that out."""
    writes: bool | None = None
    """The same for writing."""

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

    def pull_trigger(self) -> None:
        """Wake the main loop if it waits for something else than a connection needs.

        waitress wakes it after every request, which costs a tenth of it.
        """
        if any(channel.changed() for channel in self.channels):
            super().pull_trigger()

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The open connections."""
        return tuple(self.active_channels.values())


class WaitressServer:
    """waitress on a socket that is bound already, served in the caller's own loop."""

    def __init__(self, app: Flask, bound: socket, adjustments: Adjustments) -> None:
        self._map: dict[int, Any] = {}
        self._threads = RequestThreads(adjustments.threads)
        self._server = _Server(
            app,
            self._map,
            _sock=bound,
            dispatcher=self._threads,
            adj=adjustments,
            bind_socket=False,
            sockinfo=(bound.family, SOCK_STREAM, 0, bound.getsockname()),
        )

    @property
    def channels(self) -> tuple[Any, ...]:
        """The open connections."""
        return cast(tuple[Any, ...], self._server.channels)

    def poll(self, seconds: float) -> None:
        """Handle what the sockets have ready, waiting at most so many *seconds* for it."""
        wasyncore.loop(timeout=seconds, use_poll=True, map=self._map, count=1)

    def shut_down(self) -> None:
        """End all threads and close all connections."""
        self._threads.shutdown()
        wasyncore.close_all(self._map)


def unsent_bytes(channel: Any) -> int:
    """Return how many bytes wait for the client of *channel*."""
    return int(channel.total_outbufs_len)
