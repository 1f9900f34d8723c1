"""The addresses of this table: URLs to show, host names and origins to accept."""

from collections.abc import Callable, Collection
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

PRODUCT_NAME: Final = "cribble"
"""The table answers to this name, too: the package announces it whatever the machine is called."""

HTTP_PORT: Final = 80
"""The port that a browser asks where an address names none."""


class Network(NamedTuple):
    """This machine on the network now: its IP address and its name; None while it has none.
    *announced* is false if nothing on this machine announces names that end in .local."""

    address: str | None = "127.0.0.1"
    hostname: str | None = None
    announced: bool = True


class Addresses(NamedTuple):
    """The ways to this table: *find* looks them up each time they are needed, ``names`` are those
    that the config adds."""

    find: Callable[[], Network] = Network
    port: int = 8121
    names: Collection[str] = ()

    @property
    def url(self) -> str | None:
        """The URL by IP address, which older Androids need; None while there is no network."""
        address = self.find().address
        return self._at(address) if address else None

    @property
    def url_here(self) -> str:
        """The URL for a browser on this machine, which works without a network."""
        return self.url or self._at("127.0.0.1")

    @property
    def local_url(self) -> str | None:
        """The URL by host name, or None if the machine has none, or none that is announced."""
        network = self.find()
        is_known = network.hostname and network.announced
        return self._at(f"{network.hostname}.local") if is_known else None

    def by_name(self, code: str | None) -> str:
        """Return the URL for a QR code that leads to the product's name, whatever the address."""
        base = self._at(f"{PRODUCT_NAME}.local")
        return f"{base}j/{code}" if code else base

    def join(self, code: str | None, host: str | None = None) -> str | None:
        """Return the URL for a QR code: with the join *code*, or of the page itself if it is None.

        The address in *host*, the Host header, is preferred: it has just worked. None while there
        is no network: a phone would look for 127.0.0.1 in itself.
        """
        base = f"http://{host}/" if host and _is_reachable(host) else self.url
        return f"{base}j/{code}" if base and code else base

    def accepts(self, host: str) -> bool:
        """True if *host*, a Host header, names this table.

        Any IP address does: only names can be rebound to another address later.
        """
        name = _name(host)
        if name is None or _address(host) is not None:
            return name is not None
        own = {PRODUCT_NAME, (self.find().hostname or PRODUCT_NAME).lower()}
        named = {known.lower() for known in self.names}
        return name == "localhost" or name.removesuffix(".local") in own or name in named

    def _at(self, name: str) -> str:
        host = f"[{name}]" if ":" in name else name
        return f"http://{host}/" if self.port == HTTP_PORT else f"http://{host}:{self.port}/"


@lru_cache(maxsize=64)
def _name(host: str) -> str | None:
    """Return the name in a Host header, without port and brackets; None if it is invalid."""
    try:
        parts = urlsplit(f"//{host}")
        parts.port  # noqa: B018 - reading it is what checks it
    except ValueError:
        return None
    name = parts.hostname
    return name.lower().rstrip(".") if name and parts.netloc == host and "@" not in host else None


@lru_cache(maxsize=64)
def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(_name(host) or "")
    except ValueError:
        return None


def _is_reachable(host: str) -> bool:
    """True if other phones can use the address in *host* too."""
    address = _address(host)
    return address is not None and not address.is_loopback


def is_same_origin(origin: str, host: str, port: str = "") -> bool:
    """True if the *origin* of a request is the *host* that it was sent to.

    Only http is served here, at *port*. A page by https comes through a proxy, and its host names
    no port, which would be 80 by http.
    """
    try:
        parts, asked = urlsplit(origin), urlsplit(f"//{host}")
        by_proxy = asked.port is None and port != "80"
    except ValueError:
        return False
    schemes = {"http", "https"} if by_proxy else {"http"}
    return parts.scheme in schemes and parts.netloc.lower() == host.lower() != ""
