"""The address of this machine on the network, and its name."""

import errno
import socket
from collections.abc import Mapping
from contextlib import closing
from typing import Any, Final, NamedTuple

from scorekeeper.words import Fault, en


class Way(NamedTuple):
    """A way out of this machine: an address that is kept for examples, and how to get nowhere.

    Nothing is sent there.
    """

    family: socket.AddressFamily
    elsewhere: str
    nowhere: str


EVERYWHERE: Final[Mapping[str, Way]] = {
    "0.0.0.0": Way(socket.AF_INET, "192.0.2.1", "127.0.0.1"),
    "::": Way(socket.AF_INET6, "2001:db8::1", "::1"),
}


def reachable_at(host: str) -> str:
    """The IP address to put into the QR: the one listened on, or that of the way out of here."""
    if host not in EVERYWHERE:
        return host
    way = EVERYWHERE[host]
    with socket.socket(way.family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((way.elsewhere, 9))
        except OSError:
            return way.nowhere
        return str(probe.getsockname()[0])


def own_name() -> str | None:
    """This machine's name, as ``.local`` has it; None where it has none of its own."""
    name = socket.gethostname().partition(".")[0]
    return name if name and name != "localhost" else None


def free_port(host: str) -> int:
    """A port that nobody listens on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


ANSWER_SECONDS: Final = 0.5
"""Seconds that a page of this machine has to answer."""
LONGEST_ANSWER: Final = 1 << 16


def health_at(host: str, port: int) -> Mapping[str, Any] | None:
    """Return what a table at this address says of its health; None where none answers."""
    import http.client
    import json

    with closing(http.client.HTTPConnection(host, port, timeout=ANSWER_SECONDS)) as page:
        try:
            page.request("GET", "/healthz")
            told = json.loads(page.getresponse().read(LONGEST_ANSWER))
        except (OSError, ValueError, http.client.HTTPException):
            return None
    return told if isinstance(told, dict) else None


def open_already(host: str, port: int) -> Fault | None:
    """Return where a table is open already, as a sentence; None where none answers."""
    address = reachable_at(host)
    if not port or health_at(address, port) is None:
        return None
    sentence = en("The table is already open: http://{host}:{port}/ (Ctrl-C there closes it).")
    return Fault(sentence, host=f"[{address}]" if ":" in address else address, port=port)


LISTENING: Final[Mapping[int, str]] = {
    errno.EADDRINUSE: en(
        "Port {port} of {host} is in use by another program: stop it, or choose another --port."
    ),
    errno.EADDRNOTAVAIL: en("This machine has no address {host}: 0.0.0.0 means all it has."),
    errno.EACCES: en("Port {port} is closed to this user: choose a --port from 1024 on."),
}


def cannot_listen(fault: OSError, host: str, port: int) -> Fault:
    """Return the sentence for an address at which the page cannot be opened."""
    unknown = en("Nobody can listen at {host}, port {port} ({reason}).")
    sentence = LISTENING.get(fault.errno or 0, unknown)
    return Fault(sentence, host=host, port=port, reason=fault.strerror or str(fault))
