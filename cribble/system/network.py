"""Network: addresses and names of this machine, HTTP client, and the server thread."""

import errno
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from queue import Empty, SimpleQueue
from random import SystemRandom
from threading import Event, Thread
from typing import Any, Final

from scorekeeper.words import Fault, en
from web import Network, Server

EVERYWHERE: Final[Mapping[str, tuple[socket.AddressFamily, str]]] = {
    "0.0.0.0": (socket.AF_INET, "192.0.2.1"),
    "::": (socket.AF_INET6, "2001:db8::1"),
}
"""Wildcard hosts, each with an address reserved for documentation. A socket connected to that
address has the source address of the default route; nothing is sent."""

AVAHI: Final = Path("/run/avahi-daemon/socket")
"""Socket that exists if avahi is running and announces the host name."""
AVAHI_PUBLISH: Final = Path("/usr/bin/avahi-publish")


def own_host(host: str) -> str:
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)


def network_of(host: str) -> Network:
    """Return the current address and name of a server that listens on *host*."""
    listens_to_itself = host not in EVERYWHERE and ip_address(host).is_loopback
    name = None if listens_to_itself else own_name()
    return Network(reachable_at(host), name, announced=AVAHI.exists())


def reachable_at(host: str) -> str | None:
    """Return an IP address for phones: *host* itself, or, for a wildcard, that of the default route
    or any adapter; None without a network."""
    if host not in EVERYWHERE:
        return host
    family, elsewhere = EVERYWHERE[host]
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((elsewhere, 9))
            return str(probe.getsockname()[0])
        except OSError:  # No default route, as with an access point.
            import ifaddr
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            text = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            address = ip_address(text)
            # Link-local IPv6 addresses need a zone.
            is_usable = not address.is_loopback and not (ip.is_IPv6 and address.is_link_local)
            if is_usable and ip.is_IPv6 is (family is socket.AF_INET6):
                return text
    return None


def own_name() -> str | None:
    """Return the host name without domain; None if there is none."""
    name = socket.gethostname().partition(".")[0]
    return name if name and name != "localhost" else None


FREE_PORTS: Final = range(22_000, 32_768)
"""Ports below the ephemeral range, which is used by outgoing connections."""


def free_port(host: str) -> int:
    """Return an unused port of *host*. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        for port in SystemRandom().sample(FREE_PORTS, 20):
            with suppress(OSError):
                probe.bind((host, port))
                return port
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


ANSWER_SECONDS: Final = 0.5
"""Timeout for requests to this machine."""
MAX_ANSWER_BYTES: Final = 1 << 16


def health_at(host: str, port: int, within: float = ANSWER_SECONDS) -> Mapping[str, Any] | None:
    """Return a table's /healthz response; None if none arrives *within* seconds."""
    import json

    try:
        health = json.loads(fetch(host, port, "/healthz", within=within)[1])
    except (OSError, ValueError):
        return None
    return health if isinstance(health, dict) else None


def fetch(
    host: str, port: int, path: str, *, within: float, body: str | None = None
) -> tuple[int, bytes]:
    """Return the status and body of a response received in full *within* seconds, including name
    lookup. If *body* is given, POST it as JSON. Raises OSError; ValueError if it is not HTTP."""
    import http.client

    connection = http.client.HTTPConnection(host, port, timeout=within)
    results, timed_out = SimpleQueue[tuple[int, bytes] | Exception](), Event()

    def ask() -> None:
        headers = {} if body is None else {"Content-Type": "application/json"}
        try:
            connection.connect()
            if timed_out.is_set():
                return
            connection.request("GET" if body is None else "POST", path, body, headers)
            response = connection.getresponse()
            results.put((response.status, response.read(MAX_ANSWER_BYTES)))
        except http.client.HTTPException as fault:
            results.put(ValueError(f"{host} does not speak HTTP: {fault!r}"))
        except (OSError, ValueError) as fault:
            results.put(fault)
        finally:
            connection.close()

    Thread(target=ask, name="fetch", daemon=True).start()
    try:
        result = results.get(timeout=within)
    except Empty:
        timed_out.set()
        with suppress(OSError, AttributeError):  # Unblock the read.
            connection.sock.shutdown(socket.SHUT_RDWR)
        raise TimeoutError(f"no complete response within {within:g} s") from None
    if isinstance(result, Exception):
        raise result
    return result


LISTENING: Final[Mapping[int, str]] = {
    errno.EADDRINUSE: en(
        "Port {port} on {host} is in use by another program: stop it, or choose another --port."
    ),
    errno.EADDRNOTAVAIL: en("This machine has no address {host}; 0.0.0.0 means all its addresses."),
    errno.EACCES: en(
        "This user is not allowed to use port {port}: choose a --port of 1024 or higher."
    ),
}


def cannot_listen(fault: OSError, host: str, port: int) -> Fault:
    """Return a Fault for an address that cannot be bound."""
    unknown = en("Cannot listen on {host}, port {port} ({reason}).")
    sentence = LISTENING.get(fault.errno or 0, unknown)
    return Fault(sentence, host=host, port=port, reason=fault.strerror or str(fault))


CLOSE_SECONDS: Final = 2.0
"""Timeout for closing the server."""


@contextmanager
def serving(server: Server, ended: Event) -> Iterator[Callable[[], None]]:
    """Context manager: runs *server* in a thread, and closes it on exit or when the yielded
    function is called. If it crashes, sets *ended* and raises the error on exit."""
    errors, closing = list[BaseException](), Event()

    def serve() -> None:
        try:
            server.run()
        except BaseException as error:  # noqa: BLE001 (it is raised on exit)
            errors.append(error)
        if not closing.is_set():
            ended.set()

    def close() -> None:
        closing.set()
        server.close()

    page = Thread(target=serve, name="page", daemon=True)
    page.start()
    try:
        yield close
    finally:
        close()
        page.join(CLOSE_SECONDS)
    if errors:
        raise errors[0]
