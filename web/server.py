"""The HTTP server: gevent's pywsgi for connections and streams, native threads for requests."""

import logging
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from threading import Lock
from typing import Any, Final, Self
from weakref import WeakValueDictionary

import gevent
from flask import Flask
from gevent.event import Event
from gevent.lock import Semaphore
from gevent.pool import Pool
from gevent.pywsgi import WSGIHandler, WSGIServer
from gevent.threadpool import ThreadPool

from web.http.events import LINE, Line, Streams
from web.http.request import MAX_BODY

THREADS: Final = 64
STREAMS: Final = 280
"""Maximum number of open streams: 200 watching phones, plus scorers."""

MAX_CONNECTIONS: Final = 500
BY_ADDRESS: Final = 40
"""Maximum number of connections per address, excluding streams. A page has 2, sometimes 6."""
RUNNING_BY_ADDRESS: Final = 2
"""Maximum concurrent requests per address. As they share a core, more would not be faster, but
would delay others."""

MAX_ARRIVAL: Final = 10.0
"""Timeout in seconds, separately for the request line, headers and body."""
MAX_IDLE: Final = 30.0
"""Timeout in seconds for the next request on a connection, and for a client to read sent data."""
MAX_UNSENT: Final = 16 * 1024
"""Maximum unsent bytes in the kernel per client. The default, megabytes, would hold minutes of
outdated events for a slow client."""
PIECE: Final = 64 * 1024
"""Number of response bytes that a client must read within MAX_IDLE."""
MAX_HEADERS: Final = 16 * 1024
MAX_HEADER_COUNT: Final = 100
HEADER_NAME: Final = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
MAX_READ: Final = 4 * MAX_BODY
"""Maximum bytes read from a body. The application has a lower limit, with an error message."""
STOP_SECONDS: Final = 1.0
"""Timeout in seconds for running requests when the server stops."""

log = logging.getLogger(__name__)


class Client:
    """A client address: its number of connections excluding streams, and slots for requests."""

    def __init__(self) -> None:
        self.connections = 0
        self.slots = Semaphore(RUNNING_BY_ADDRESS)


class CountedLine(Line):
    """A Line of *client* that does not count as a connection while it is a stream."""

    def __init__(self, connection: socket.socket, client: Client, *, chunked: bool) -> None:
        super().__init__(connection, chunked=chunked)
        self.client = client

    def __enter__(self) -> Self:
        self.client.connections -= 1
        return super().__enter__()

    def __exit__(self, *error: object) -> None:
        super().__exit__(*error)
        self.client.connections += 1


class Connection(WSGIHandler):  # type: ignore[misc]
    """Reads the requests of a connection, with timeouts."""

    server: "Listener"
    patience = MAX_ARRIVAL
    """Timeout in seconds for the next request line."""

    def read_requestline(self) -> str:
        """Return the request line; empty if the server is stopping."""
        if self.server.closed:
            return ""
        idle = gevent.getcurrent()
        self.server.idle.add(idle)
        try:
            with gevent.Timeout(self.patience, TimeoutError()):
                return str(super().read_requestline())
        finally:
            self.server.idle.discard(idle)
            self.patience = MAX_IDLE

    def read_request(self, raw_requestline: str) -> bool:
        """Read the headers. Raises ValueError if they are too long or time out."""
        with gevent.Timeout(MAX_ARRIVAL, ValueError("late")):
            return bool(super().read_request(raw_requestline))

    def MessageClass(self, *_: Any) -> Any:  # noqa: N802 (gevent's own name)
        """Parse headers of at most MAX_HEADERS bytes. Raises ValueError if they are malformed."""
        headers, left = type(WSGIHandler.headers)(), MAX_HEADERS
        while (line := self.rfile.readline(left)) not in (b"\r\n", b"\n"):
            left -= len(line)
            name, colon, value = line.decode("latin-1").partition(":")
            is_whole = left and line.endswith(b"\n") and len(headers) < MAX_HEADER_COUNT
            if not (is_whole and colon and HEADER_NAME.fullmatch(name)):
                raise ValueError("headers too long, too many, cut off or malformed")
            headers[name] = value.strip()
        return headers

    def get_environ(self) -> dict[str, Any]:
        """Return the WSGI environment, including the request's Line."""
        environ: dict[str, Any] = super().get_environ()
        client = self.server.clients[self.client_address[0]]
        chunked = self.request_version != "HTTP/1.0"  # As pywsgi sends the greeting.
        environ[LINE] = CountedLine(self.socket, client, chunked=chunked)
        return environ

    def handle_error(self, *error: Any) -> None:
        """Disconnect on a socket error or timeout; report and log other errors."""
        if issubclass(error[0], OSError):
            self.close_connection = True
        else:
            super().handle_error(*error)


class Listener(WSGIServer):  # type: ignore[misc]
    """Accepts at most BY_ADDRESS connections per address, and runs *app* in threads."""

    def __init__(self, bound: socket.socket, app: Any, threads: int, max_stall: float) -> None:
        host, port = bound.getsockname()[:2]
        super().__init__(
            bound,
            self._respond,
            spawn=Pool(MAX_CONNECTIONS),
            log=None,
            error_log=None,
            handler_class=Connection,
            environ={"SERVER_NAME": host, "SERVER_PORT": str(port), "wsgi.multithread": True},
        )
        self.clients = WeakValueDictionary[str, Client]()
        """The clients that have connections, by address."""
        self.idle = set[Any]()
        """The greenlets of connections that wait for a request."""
        self._app, self._threads, self._max_stall = app, ThreadPool(threads), max_stall

    def handle(self, sock: socket.socket, address: tuple[Any, ...]) -> None:
        """Serve a connection until it is closed."""
        client = self.clients.setdefault(address[0], Client())
        if client.connections >= BY_ADDRESS:
            return
        client.connections += 1
        try:
            sock.settimeout(self._max_stall)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, MAX_UNSENT)
            super().handle(sock, address)
        except OSError:
            log.debug("%s closed the connection", address[0])
        finally:
            client.connections -= 1

    def _respond(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """WSGI application of the connection's greenlet: read the body, then run the application in
        a thread."""
        stream, refused = environ["wsgi.input"], "413 Content Too Large"
        try:
            with gevent.Timeout(MAX_ARRIVAL, TimeoutError()):
                if int(environ.get("CONTENT_LENGTH", 0)) <= MAX_READ:
                    environ["wsgi.input"] = BytesIO(body := stream.read(MAX_READ + 1))
                    refused = refused if len(body) > MAX_READ else ""
        except OSError:  # Timed out, incomplete or malformed.
            refused = "400 Bad Request"
        if refused:
            stream.content_length, stream.chunked_input = 0, False  # Or pywsgi reads the rest.
            start_response(refused, [("Content-Length", "0"), ("Connection", "close")])
            return ()
        line = environ[LINE]
        with line.client.slots:
            (status, headers), first, rest = self._threads.apply(self._answer, (environ,))
        start_response(status, headers)
        return rest if line.is_stream else self._pieces(first, rest, line.client.slots)

    def _answer(self, environ: dict[str, Any]) -> tuple[list[Any], tuple[bytes, ...], Any]:
        """Run the application, in a native thread. Return (status, headers), the first chunks of
        the body, and an iterator over the remaining chunks, if any."""
        started: list[Any] = []
        try:
            body = self._app(environ, lambda *given: started.extend(given[:2]))
            if environ[LINE].is_stream:
                return started, (), body
            first = tuple(islice(body, 2))
            if len(first) == 2:
                return started, first, body
            body.close()
            return started, first, None
        except Exception:
            log.exception("A request failed.")
            return ["500 Internal Server Error", [("Content-Length", "0")]], (), None

    def _pieces(self, chunks: tuple[bytes, ...], rest: Any, slots: Semaphore) -> Iterator[bytes]:
        """Yield *chunks* in pieces of at most PIECE bytes, then the chunks of *rest*, computed in a
        thread as the client reads."""
        try:
            while chunks:
                for chunk in chunks:
                    yield from (chunk[at : at + PIECE] for at in range(0, len(chunk), PIECE))
                if rest is None:
                    return
                with slots:
                    chunks = self._threads.apply(tuple, (islice(rest, 1),))
        finally:
            if rest is not None:
                self._threads.apply(rest.close)

    def shut_down(self) -> bool:
        """Close all connections, giving running requests STOP_SECONDS. Return False if a thread is
        still running after twice that time."""
        self.close()
        gevent.killall([*self.idle], block=False)
        self.stop(STOP_SECONDS)
        with gevent.Timeout(STOP_SECONDS, False):
            self._threads.kill()
            return True
        return False


class Server:
    """An HTTP server. Binds its port on creation; ``run`` serves until ``close``."""

    def __init__(
        self,
        app: Flask,
        streams: Streams,
        *,
        host: str,
        port: int,
        threads: int = THREADS,
        max_stall: float = MAX_IDLE,
    ) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._bound = socket.create_server((host, port), family=family, backlog=128)
        self._bound.setblocking(False)
        self.port: int = self._bound.getsockname()[1]
        self._app, self._streams = app, streams
        self._threads, self._max_stall = threads, max_stall
        self._lock, self._closing = Lock(), False
        self._stop: Callable[[], object] | None = None
        """Stops ``run``, callable from any thread; None while it is not running."""

    def run(self) -> None:
        """Serve until another thread calls ``close``."""
        hub, stopped = gevent.get_hub(), Event()
        listener = Listener(self._bound, self._app, self._threads, self._max_stall)
        listener.start()
        with self._lock:
            self._stop = partial(hub.loop.run_callback_threadsafe, stopped.set)
            if self._closing:
                stopped.set()
        try:
            stopped.wait()
        finally:
            self.close()
            ended = listener.shut_down()
            with self._lock:
                self._stop = None
            if ended:  # A hanging thread would notify a destroyed hub.
                hub.destroy()

    def close(self) -> None:
        """End the streams and stop the server."""
        self._streams.close()
        with self._lock:
            self._closing = True
            if self._stop:
                self._stop()
