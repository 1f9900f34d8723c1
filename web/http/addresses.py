"""The addresses of this table: URLs to display, and host names to accept."""

from collections.abc import Callable, Collection
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

PRODUCT_NAME: Final = "cribble"
"""Host name accepted in addition to the machine's own; the package announces it via mDNS."""


class Network(NamedTuple):
    """The current IP address and host name of this machine, None if unavailable. *announced*:
    ``.local`` names are announced via mDNS."""

    address: str | None = "127.0.0.1"
    hostname: str | None = None
    announced: bool = True


class Addresses(NamedTuple):
    """The addresses of this table. *find* returns the current network; *names*: additional host
    names from the config."""

    find: Callable[[], Network] = Network
    port: int = 8121
    names: Collection[str] = ()

    @property
    def url(self) -> str | None:
        """The URL with the IP address, which older Android phones require; None without a
        network."""
        address = self.find().address
        return self._at(address) if address else None

    @property
    def url_here(self) -> str:
        """The URL for a browser on this machine. Works without a network."""
        return self.url or self._at("127.0.0.1")

    @property
    def local_url(self) -> str | None:
        """The URL with the host name; None if there is none or it is not announced."""
        network = self.find()
        is_known = network.hostname and network.announced
        return self._at(f"{network.hostname}.local") if is_known else None

    def by_name(self, code: str | None) -> str:
        """Return the mDNS URL for a QR code, which survives a change of the IP address."""
        base = self._at(f"{PRODUCT_NAME}.local")
        return f"{base}j/{code}" if code else base

    def join(self, code: str | None, host: str | None = None) -> str | None:
        """Return the URL for a QR code: the join page's if *code* is given, else the page's.

        Prefers the IP address in *host*, the Host header, which is known to work. None without a
        network: phones cannot reach 127.0.0.1.
        """
        address = _address(host) if host else None
        base = f"http://{host}/" if address and not address.is_loopback else self.url
        return f"{base}j/{code}" if base and code else base

    def accepts(self, host: str) -> bool:
        """True if *host*, a Host header, is an address of this table.

        Accepts any IP address: only names are vulnerable to DNS rebinding.
        """
        name = _name(host)
        if name is None or _address(host) is not None:
            return name is not None
        own = {PRODUCT_NAME, (self.find().hostname or PRODUCT_NAME).lower()}
        named = {known.lower() for known in self.names}
        return name == "localhost" or name.removesuffix(".local") in own or name in named

    def _at(self, name: str) -> str:
        host = f"[{name}]" if ":" in name else name
        return f"http://{host}/" if self.port == 80 else f"http://{host}:{self.port}/"


@lru_cache(maxsize=64)
def _name(host: str) -> str | None:
    """Return the name in a Host header, without port or brackets; None if it is invalid."""
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
