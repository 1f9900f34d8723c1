"""The server in this process: many threads, since each phone that follows the table holds one."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterable
from threading import Event
from typing import Any, Final, NamedTuple

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from web.http.event_slots import Streams
from web.http.request import LARGEST

THREADS: Final = 64
SPARE: Final = 8
"""Threads that no stream may take, so that an entry always finds one."""

PATIENCE: Final = 20.0
"""Seconds that a phone may leave what was sent to it unread."""

LOOK: Final = 0.5
"""Seconds between two looks for such phones, and for whether to stop."""

UNREAD: Final = 64 * 1024
"""Bytes that may wait for one of them; a stream that has more to say waits too. waitress keeps as
much again of what was sent already: with 1 MiB, 20 phones held 13 MB more after 1,000 entries."""

CONNECTIONS: Final = 500
LARGEST_HEADERS: Final = 16 * 1024


class Unread(NamedTuple):
    """Since when a client leaves unread what waits for it, and when it last took anything."""

    since: float
    last_activity: float


class Patience:
    """Finds clients that asked but never read. waitress by itself waits for them for ever."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._unread: dict[Any, Unread] = {}

    def lost_with(self, channels: Iterable[Any], now: float) -> tuple[Any, ...]:
        """Those of *channels* that took nothing of what waits for them for so many seconds."""
        self._unread = {
            channel: self._unread.get(channel, Unread(now, channel.last_activity))
            for channel in channels
            if channel.total_outbufs_len and self._took_nothing(channel)
        }
        limit = now - self._seconds
        return tuple(one for one, unread in self._unread.items() if unread.since <= limit)

    def _took_nothing(self, channel: Any) -> bool:
        """Whether nothing went out to a client since it was looked at last."""
        before = self._unread.get(channel)
        return before is None or before.last_activity == channel.last_activity


class Server:
    """Bound at once, so that ``port`` is known and taken; ``run`` then serves until ``close``."""

    def __init__(
        self,
        app: Flask,
        streams: Streams,
        *,
        host: str,
        port: int,
        threads: int = THREADS,
        patience: float = PATIENCE,
    ) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=128)
        self.port: int = listening.getsockname()[1]
        self._streams, self._closing = streams, Event()
        self._map: dict[int, Any] = {}
        self._threads = ThreadedTaskDispatcher()
        self._threads.set_thread_count(threads)
        self._server = TcpWSGIServer(
            app,
            self._map,
            _sock=listening,
            dispatcher=self._threads,
            adj=_adjustments(threads),
            bind_socket=False,
            sockinfo=(family, socket.SOCK_STREAM, 0, listening.getsockname()),
        )
        self._patience, self._next_look = Patience(patience), 0.0

    def run(self) -> None:
        """Serve until ``close`` is called in another thread, or the program is interrupted."""
        try:
            while not self._closing.is_set():
                wasyncore.loop(timeout=LOOK, use_poll=True, map=self._map, count=1)
                self._hang_up(time.monotonic())
        finally:
            self.close()
            self._threads.shutdown()
            wasyncore.close_all(self._map)

    def _hang_up(self, now: float) -> None:
        """Between two looks at the sockets, so that no new one has the number of a closed one."""
        if now >= self._next_look:
            self._next_look = now + LOOK
            for channel in self._patience.lost_with(self._server.active_channels.values(), now):
                channel.handle_close()

    def close(self) -> None:
        """End the streams and stop serving."""
        self._closing.set()
        self._streams.close()


def _adjustments(threads: int) -> Adjustments:
    """``channel_request_lookahead`` lets waitress see a client go away while it is served."""
    return Adjustments(
        threads=threads,
        channel_request_lookahead=1,
        connection_limit=CONNECTIONS,
        channel_timeout=30,
        outbuf_high_watermark=UNREAD,
        cleanup_interval=5,
        max_request_body_size=4 * LARGEST,
        max_request_header_size=LARGEST_HEADERS,
        asyncore_use_poll=True,
        ident=None,
        clear_untrusted_proxy_headers=True,
        log_untrusted_proxy_headers=False,
        sockets=[],
    )
