"""The Wi-Fi of a table, as the page works with it; cribble/wifi has it."""

from collections.abc import Sequence
from typing import Protocol

from scorekeeper.words import Fault


class AccessPoint(Protocol):
    """A Wi-Fi in reach: its name, its strength from 0 to 100, and whether it wants a password."""

    @property
    def ssid(self) -> str: ...
    @property
    def strength(self) -> int: ...
    @property
    def locked(self) -> bool: ...


class WifiLogin(Protocol):
    """The name of a Wi-Fi and its password."""

    @property
    def ssid(self) -> str: ...
    @property
    def password(self) -> str: ...


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
