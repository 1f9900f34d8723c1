"""A table that is open on this machine already, as far as its page can be asked."""

import http.client
import json
from contextlib import closing
from typing import Final, NamedTuple

from cribble.config.schema import Config
from cribble.serve.network import reachable_at
from scorekeeper.device import Health

PATIENCE: Final = 0.5
"""Seconds that a page of this machine has to answer."""
LONGEST: Final = 1 << 16


class Nearby(NamedTuple):
    """A table that is open, and where its page is."""

    host: str
    port: int


def lit_table(config: Config) -> Nearby | None:
    """The table that is open as *config* says and draws on a strip; None where none answers."""
    host = reachable_at(config.host)
    with closing(http.client.HTTPConnection(host, config.port, timeout=PATIENCE)) as page:
        try:
            page.request("GET", "/healthz")
            told = json.loads(page.getresponse().read(LONGEST))
        except (OSError, ValueError, http.client.HTTPException):
            return None
    draws = isinstance(told, dict) and told.get("strip") in DRAWING
    return Nearby(host, config.port) if draws else None


DRAWING: Final = frozenset({Health.OK, Health.MISFIT, Health.UNFED, Health.LOST})
"""Words of a strip that is drawn on, or will be as soon as it is there."""
