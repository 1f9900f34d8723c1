"""The Wi-Fi of a table, as the page works with it; cribble/wifi has it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from scorekeeper.machine import WifiLogin
from scorekeeper.words import Fault


class AccessPoint(NamedTuple):
    """A Wi-Fi in reach: its name, its strength from 0 to 100, and whether it wants a password."""

    ssid: str
    strength: int
    locked: bool


class Wifi(Protocol):
    """The Wi-Fi of the table."""

    @property
    def login(self) -> WifiLogin:
        """Name and password of the table's own."""

    @property
    def is_on(self) -> bool:
        """True while the own one is there."""

    @property
    def fault(self) -> Fault | None:
        """The reason for which the Wi-Fi that was asked for last was not joined."""

    @property
    def networks(self) -> Sequence[AccessPoint]:
        """The Wi-Fis that were in reach."""

    def ask(self, ssid: str, password: str) -> None:
        """Ask for another one, which is joined soon. Raises Fault where there can be none such."""
