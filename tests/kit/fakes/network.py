"""Other hosts on the table's network, and their failures."""

import json
import socket
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread

from zeroconf import ServiceInfo, Zeroconf

from tests.kit.oracles.ddp_display import Display


@contextmanager
def black_hole() -> Iterator[int]:
    """Context manager: yield a port that accepts connections but never answers."""
    taken: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def take() -> None:
            while True:
                try:
                    taken.append(listening.accept()[0])
                except OSError:
                    return

        thread = Thread(target=take, daemon=True)
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join(60)
            for one in taken:
                one.close()


PIECE = 1 << 16


class Line:
    """Forwards bytes to the table on *to* until it is cut, without closing connections.

    TCP retries with growing delays: a connection that was interrupted for some time takes as long
    again to recover after the line is mended, while a new one recovers at once.
    """

    def __init__(self, to: int) -> None:
        self._to = to
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._changed = Condition()
        self._cut_at = self._mended_at = 0.0
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        with self._changed:
            self._cut_at = time.monotonic()

    def mend(self) -> None:
        """Forward again; everything arrives sooner or later."""
        with self._changed:
            self._mended_at = time.monotonic()
            self._changed.notify_all()

    def close(self) -> None:
        self.mend()
        for end in (self._listening, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                try:
                    table = socket.create_connection(("127.0.0.1", self._to))
                except ConnectionRefusedError:
                    phone.close()
                    continue
                self._ends += [phone, table]
                for ends in ((phone, table), (table, phone)):
                    Thread(
                        target=self._pass_on, args=(*ends, time.monotonic()), daemon=True
                    ).start()

    def _pass_on(self, one: socket.socket, other: socket.socket, begun: float) -> None:
        with suppress(OSError):
            while piece := one.recv(PIECE):
                self._wait(begun)
                other.sendall(piece)
            other.shutdown(socket.SHUT_WR)

    def _wait(self, begun: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._mended_at >= self._cut_at)
        unanswered = self._mended_at - max(begun, self._cut_at)
        time.sleep(max(0.0, self._mended_at + unanswered - time.monotonic()))


@contextmanager
def line_to(port: int) -> Iterator[Line]:
    line = Line(port)
    yield line
    line.close()


class Wled:
    """A WLED with *lights* lights; ``frame`` is the newest frame received."""

    def __init__(self, lights: int) -> None:
        self.lights, self.frame = lights, b""
        self.display = Display(1200)
        self.at, self.name = self.display.at, f"wled-{self.display.port}"

    def newest_frame(self) -> bytes:
        for frame in self.display.frames(0.1):
            self.frame = frame
        return self.frame


@contextmanager
def page_of(bodies: Mapping[str, bytes]) -> Iterator[int]:
    """Context manager: yield the port of a page with these *bodies* by path."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path in bodies else 404)
            self.end_headers()
            self.wfile.write(bodies.get(self.path, b""))

        def log_request(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as page:
        Thread(target=page.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield page.server_port
        finally:
            page.shutdown()


@contextmanager
def wled(lights: int) -> Iterator[Wled]:
    """Context manager: a WLED that receives DDP at a free port."""
    one = Wled(lights)
    info = {"ver": "0.15.0", "leds": {"count": lights, "maxpwr": 850}}
    page = page_of({"/json/info": json.dumps(info).encode()})
    with page as at, _announced(one, at), one.display:
        yield one


@contextmanager
def _announced(one: Wled, port: int) -> Iterator[None]:
    """Announce *one* with its page at *port*, by multicast DNS on the loopback.

    In a separate thread without an event loop: with one, as after opening a browser, it would
    deadlock.
    """
    kind = "_wled._tcp.local."
    service = ServiceInfo(
        kind,
        f"{one.name}.{kind}",
        addresses=[socket.inet_aton("127.0.0.1")],
        port=port,
        server=f"{one.name}.local.",
    )
    with ThreadPoolExecutor(1) as elsewhere:
        network = elsewhere.submit(Zeroconf, ["127.0.0.1"]).result()
        elsewhere.submit(network.register_service, service).result()
        yield
        elsewhere.submit(network.close).result()
