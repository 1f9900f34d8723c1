"""The HTTP server: waitress, its limits, and the clients that it hangs up on."""

import socket
import time
from collections.abc import Iterable
from threading import Event
from typing import Final, NamedTuple

from flask import Flask
from waitress.adjustments import Adjustments

from web.http.events import Streams
from web.http.request import MAX_BODY
from web.waitress_adapter import MAX_IDLE, Channel, WaitressServer, check_waitress

THREADS: Final = 64
STREAMS: Final = 280
"""Streams that may be open, which one thread sends: 200 phones that watch, and scorers."""

MAX_STALL: Final = 20.0
"""Seconds for which a client may leave unread what a stream sent to it."""
MAX_STALL_AT_END: Final = 5.0
"""The same where the answer is complete."""
CHECK_EVERY: Final = 0.5
"""Seconds between two checks for stalled clients, and for whether to stop."""
MAX_UNSENT: Final = 64 * 1024
"""Bytes of an answer that may wait for one client. waitress keeps as much again of what was sent
already: with 1 MiB, 20 phones held 13 MB more after 1,000 entries."""
MAX_CONNECTIONS: Final = 500
BY_ADDRESS: Final = 40
"""Connections from one address, streams apart. A page has two, and for a moment six."""
RUNNING_BY_ADDRESS: Final = 2
"""Requests from one address that run at the same time, its streams apart. They share one processor,
so more would not be faster, but others would be slower."""
MAX_HEADERS: Final = 16 * 1024


class Stall(NamedTuple):
    """Since when a client has left data unread, and when it last took any."""

    since: float
    last_activity: float


class StalledClients:
    """Finds clients that sent a request but never read. waitress itself waits for them for ever."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._seconds_at_end = seconds, min(seconds, MAX_STALL_AT_END)
        self._stalls: dict[Channel, Stall] = {}

    def find(self, channels: Iterable[Channel], now: float) -> tuple[Channel, ...]:
        """Return those of *channels* that have taken nothing of their data for so many seconds."""
        self._stalls = {
            channel: self._stalls.get(channel, Stall(now, channel.last_activity))
            for channel in channels
            if channel.total_outbufs_len and self._took_nothing(channel)
        }
        return tuple(one for one, stall in self._stalls.items() if self._is_over(one, stall, now))

    def _is_over(self, channel: Channel, stall: Stall, now: float) -> bool:
        return now - stall.since >= (self._seconds if channel.streams else self._seconds_at_end)

    def _took_nothing(self, channel: Channel) -> bool:
        before = self._stalls.get(channel)
        return before is None or before.last_activity == channel.last_activity


class Server:
    """Bound when made, so that ``port`` is known and taken; ``run`` serves until ``close``."""

    def __init__(
        self,
        app: Flask,
        streams: Streams,
        *,
        host: str,
        port: int,
        threads: int = THREADS,
        max_stall: float = MAX_STALL,
    ) -> None:
        check_waitress()
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        bound = socket.create_server((host, port), family=family, backlog=128)
        self.port: int = bound.getsockname()[1]
        self._streams, self._closing = streams, Event()
        self._waitress = WaitressServer(
            app,
            bound,
            _adjustments(threads),
            connections=BY_ADDRESS,
            requests=RUNNING_BY_ADDRESS,
        )
        self._stalled, self._next_check = StalledClients(max_stall), 0.0

    def run(self) -> None:
        """Serve until ``close`` is called in another thread, or the program is interrupted."""
        try:
            while not self._closing.is_set():
                self._waitress.poll(CHECK_EVERY)
                self._hang_up(time.monotonic())
        finally:
            self.close()
            self._waitress.shut_down()

    def _hang_up(self, now: float) -> None:
        """Close stalled and late connections: between two polls, as a new one may get the same
        number."""
        if now >= self._next_check:
            self._next_check = now + CHECK_EVERY
            channels = self._waitress.channels
            late = (channel for channel in channels if channel.is_late(now))
            for channel in (*self._stalled.find(channels, now), *late):
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
        connection_limit=MAX_CONNECTIONS,
        channel_timeout=int(MAX_IDLE),
        outbuf_high_watermark=MAX_UNSENT,
        cleanup_interval=5,
        max_request_body_size=4 * MAX_BODY,
        max_request_header_size=MAX_HEADERS,
        asyncore_use_poll=True,
        ident=None,
        clear_untrusted_proxy_headers=True,
        log_untrusted_proxy_headers=False,
        sockets=[],
    )
