"""The page on the phones: shows everybody the table, and takes the cards from the scorers."""

from __future__ import annotations

from web.access import Access
from web.addresses import Addresses
from web.app import create_app
from web.boards import Boards
from web.chosen import Chosen, Wanted
from web.counter import Counter
from web.devices import Devices
from web.join_code import Secrets
from web.server import SPARE, THREADS, Server
from web.settings import NotKept, Settings
from web.streams import Streams

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
