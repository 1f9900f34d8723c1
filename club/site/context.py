"""The context of the hub's routes, and the rights of a request."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from club.hub.hub import Hub
from club.hub.tables import Tables
from club.night.state import Club, Player
from scorekeeper.words import Words, en
from web.auth.access import Access
from web.auth.rate_limit import PIN_LIMIT, Limit, RateLimiter
from web.context import PACE
from web.http.addresses import Addresses
from web.http.assets import Assets
from web.http.errors import HttpError
from web.http.events import Streams
from web.http.request import HOST_COOKIE, cookie, device, request_words

NAME_LIMIT: Final = Limit(seconds=600, each=20, together=600)
"""Limits on names chosen from one address, and in total, since each is a journal entry. A phone
chooses once and usually has its own address; behind NAT, 20 phones can join in ten minutes, and no
single phone can take all of a club's names."""
REPORT_LIMIT: Final = Limit(seconds=60, each=30, together=3000)
"""Limits on results entered by one player."""


def phone_digest(known: str) -> str:
    """Return the digest of a device id for the journal, from which the id cannot be recovered."""
    return sha256(known.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class HubContext:
    """The collaborators of all routes of a hub; ``broker`` returns the health of the broker
    connection."""

    hub: Hub
    tables: Tables
    access: Access
    addresses: Addresses
    streams: Streams
    words_for: Callable[[str], Words] = Words.of
    broker: Callable[[], Mapping[str, object]] = dict
    club: str = "home"
    clock: Callable[[], float] = time.monotonic
    assets: Assets = field(default_factory=Assets.of)
    letters: str = ""
    portal: str | None = None
    """Always False: a hub has no Wi-Fi of its own."""
    pace: Mapping[str, int] = field(default_factory=lambda: PACE)
    pin_guesses: RateLimiter = field(default_factory=lambda: RateLimiter(PIN_LIMIT))
    names_chosen: RateLimiter = field(default_factory=lambda: RateLimiter(NAME_LIMIT))
    reports_made: RateLimiter = field(default_factory=lambda: RateLimiter(REPORT_LIMIT))

    @property
    def words(self) -> Words:
        """The words for this request."""
        return request_words(self.words_for)

    @property
    def phone(self) -> str:
        """The digest of the requesting device; empty on its first visit."""
        known = device()
        return phone_digest(known) if known else ""

    @property
    def player(self) -> Player | None:
        return self.state.of_phone(self.phone)

    @property
    def state(self) -> Club:
        """The current state of the club."""
        return self.hub.now.club

    @property
    def is_director(self) -> bool:
        """True if the requesting device has entered the PIN."""
        return self.access.is_host(device(), cookie(HOST_COOKIE))

    def require_scorer(self) -> None:
        """Raise HttpError 403 unless the requesting device is a player's."""
        if self.player is None:
            raise HttpError(403, "may_not", en("Choose your name first."))

    def require_host(self) -> None:
        """Raise HttpError 403 unless the requesting device is the director's."""
        if not self.is_director:
            raise HttpError(
                403, "may_not", en("Only the director can do that: enter the director’s PIN.")
            )
