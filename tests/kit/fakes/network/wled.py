"""A WLED in this machine: it announces itself by mDNS, speaks of itself in JSON, and shows DDP."""

import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from zeroconf import ServiceInfo, Zeroconf

from tests.kit.oracles.ddp_display import Display


class Wled:
    """Has *lights* lights; the newest frame that came is ``frame``."""

    def __init__(self, lights: int, port: int) -> None:
        self.lights, self.frame = lights, b""
        self.display = Display(1200, port)
        self.at, self.name = self.display.at, f"wled-{self.display.port}"

    def look(self) -> bytes:
        """Return what shines now, once what is under way has come."""
        for frame in self.display.frames(0.1):
            self.frame = frame
        return self.frame


@contextmanager
def wled(lights: int, port: int = 0) -> Iterator[Wled]:
    """A WLED that is on meanwhile, and takes DDP at *port*; 0 is any that is free."""
    one = Wled(lights, port)

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/json/info" else 404)
            self.end_headers()
            said = {"ver": "0.15.0", "leds": {"count": one.lights, "maxpwr": 850}}
            self.wfile.write(json.dumps(said).encode())

        def log_request(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as page, _announced(one, page.server_port):
        Thread(target=page.serve_forever, args=(0.01,), daemon=True).start()
        with one.display:
            yield one
        page.shutdown()


@contextmanager
def _announced(one: Wled, port: int) -> Iterator[None]:
    """*one* has its page at *port*, as multicast DNS on the loopback says.

    All in a thread without an event loop: in one that has one, as where a browser was opened
    before, it would wait for that loop, which waits for it.
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
