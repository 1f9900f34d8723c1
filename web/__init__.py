"""The page on the phones: shows everybody the table, and takes the cards from the scorers."""

from __future__ import annotations

from web.app import create_app
from web.auth.access import Access
from web.auth.devices import Devices
from web.auth.secrets import Secrets
from web.board.boards import Boards
from web.context import Counter
from web.http.addresses import Addresses
from web.http.event_slots import Streams
from web.server import SPARE, THREADS, Server
from web.settings.schema import Chosen, Wanted
from web.settings.store import NotKept, Settings

__all__ = [
    "SPARE",
    "THREADS",
    "Access",
    "Addresses",
    "Boards",
    "Chosen",
    "Counter",
    "Devices",
    "NotKept",
    "Secrets",
    "Server",
    "Settings",
    "Streams",
    "Wanted",
    "create_app",
]
