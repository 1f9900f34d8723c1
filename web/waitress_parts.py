"""The private parts of waitress that the server needs, all in one place."""

from __future__ import annotations

from inspect import signature
from socket import SOCK_STREAM, socket
from typing import Any, Final

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

SERVER_OPTIONS: Final = ("_sock", "dispatcher", "adj", "bind_socket", "sockinfo")


class WaitressChanged(RuntimeError):
    """The installed version of waitress lacks a part that is not in its public interface."""


def check_waitress(server: Any = TcpWSGIServer, channel: Any = HTTPChannel) -> None:
    """Raise WaitressChanged with a plain sentence if a private part is missing."""
    options = signature(server.__init__).parameters
    missing = [f"server option {name}" for name in SERVER_OPTIONS if name not in options]
    if not hasattr(channel, "total_outbufs_len"):
        missing.append("channel attribute total_outbufs_len")
    if missing:
        raise WaitressChanged(
            f"This version of waitress does not fit Cribble, as it has no {', no '.join(missing)}. "
            "Install a version that pyproject.toml names."
        )


class WaitressServer:
    """waitress on a socket that is bound already, served in the caller's own loop."""

    def __init__(self, app: Flask, bound: socket, adjustments: Adjustments) -> None:
        self._map: dict[int, Any] = {}
        self._threads = ThreadedTaskDispatcher()
        self._threads.set_thread_count(adjustments.threads)
        self._server = TcpWSGIServer(
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
        return tuple(self._server.active_channels.values())

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
