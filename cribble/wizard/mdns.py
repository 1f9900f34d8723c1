"""The search for WLEDs by mDNS: those that announce themselves in this network, and answer."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Final, NamedTuple, TypeAlias

from cribble.doctor.wled_client import Wled, wled_at

log = logging.getLogger(__name__)

SEARCH_SECONDS: Final = 2.5
"""Seconds in which a WLED answers, one on a slow Wi-Fi too."""
MOST_FOUND: Final = 20
"""WLEDs in a search; a hostile network could announce any number."""
SERVICE: Final = "_wled._tcp.local."
LONGEST_NAME: Final = 60
"""Characters of a name that the page shows."""


Announced: TypeAlias = tuple[str, str, int]
"""A name in this network, its address and its port."""


class FoundWled(NamedTuple):
    """A WLED in this network, by its name there."""

    name: str
    at: str
    wled: Wled


def find_wleds(seconds: float = SEARCH_SECONDS) -> tuple[FoundWled, ...]:
    """Return the WLEDs that announce themselves in this network and answer. Where there is no
    network, or no multicast in it, that is none."""
    try:
        addresses = _announced(seconds)
    except OSError as fault:
        log.info("no search for WLEDs: %s", fault)
        return ()
    if not addresses:
        return ()
    with ThreadPoolExecutor(len(addresses)) as pool:
        found = pool.map(lambda one: _asked(*one), addresses)
        return tuple(filter(None, found))


def _announced(seconds: float) -> list[Announced]:
    """Return the name, address and port of each WLED that is announced within so many seconds.

    Raises OSError where there is no network to search, or the machine is too busy for it.
    """
    from zeroconf import (  # Only when somebody searches.
        EventLoopBlocked,
        ServiceBrowser,
        ServiceListener,
        Zeroconf,
    )

    found = dict[str, Announced]()

    class Listener(ServiceListener):
        def add_service(self, network: Zeroconf, kind: str, name: str) -> None:
            if info := network.get_service_info(kind, name, timeout=1000):
                keep(found, name, info.parsed_addresses(), info.port or 80)

        def update_service(self, network: Zeroconf, kind: str, name: str) -> None:
            self.add_service(network, kind, name)

        def remove_service(self, network: Zeroconf, kind: str, name: str) -> None:
            found.pop(name, None)

    try:
        with Zeroconf() as network:
            browser = ServiceBrowser(network, SERVICE, Listener())
            sleep(seconds)
            browser.cancel()
    except EventLoopBlocked as fault:
        raise OSError(f"the search took too long on a busy machine: {fault}") from fault
    return list(found.values())


def keep(found: dict[str, Announced], name: str, addresses: Sequence[str], port: int) -> None:
    """Add the service *name* to those that were *found*, unless it cannot be shown or has no
    address, or MOST_FOUND are there already."""
    if addresses and name.isprintable() and len(found) < MOST_FOUND:
        found[name] = (name.removesuffix(f".{SERVICE}")[:LONGEST_NAME], addresses[0], port)


def _asked(name: str, at: str, port: int) -> FoundWled | None:
    try:
        return FoundWled(name, at, wled_at(at, port))
    except (OSError, ValueError) as fault:
        log.info("%s at %s is announced as WLED and does not answer: %s", name, at, fault)
        return None
