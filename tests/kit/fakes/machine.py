"""Fakes of a table's backups and Wi-Fi, without files or radio."""

from dataclasses import dataclass, field

from cribble.own_wifi import checked
from scorekeeper.device import WifiLogin
from scorekeeper.words import Fault
from web import BackupCopy, BackupFile, ConfigChange, Offer
from web.context import WifiNetwork

OWN, CHALET = WifiLogin("Cribble-7k2m", "abcdefghjk"), WifiNetwork("Chalet", 80, locked=True)
OFFER = Offer(
    "ab" * 32,
    "2026-11-22T20:00:00+00:00",
    "0.1.0",
    ("journal.jsonl",),
    412,
    7,
    (ConfigChange("strip.name", '"terminal"', '"spi"'),),
)


@dataclass
class BackupsInMemory:
    """Backups without data: chunks are counted, and the offer is always the same."""

    received: int = 0
    accepted: list[str] = field(default_factory=list)
    failed: Fault | None = None
    days: tuple[BackupCopy, ...] = (BackupCopy("2026-11-22", "here"),)

    def file(self) -> BackupFile:
        return BackupFile("cribble-2026-11-22.zip", 2, (b"PK",))

    def copies(self) -> tuple[BackupCopy, ...]:
        return self.days

    def take(self, offset: int, piece: bytes) -> int:
        self.received = offset + len(piece)
        return self.received

    def offer(self) -> Offer:
        return OFFER

    def accept(self, digest: str) -> None:
        self.accepted.append(digest)


@dataclass
class QuietWifi:
    """The table's Wi-Fi, in a state set by the test."""

    is_on: bool = False
    login: WifiLogin = OWN
    fault: Fault | None = None
    networks: tuple[WifiNetwork, ...] = (CHALET,)
    asked: list[WifiLogin] = field(default_factory=list)

    def next_login(self) -> WifiLogin:
        return OWN

    def ask(self, ssid: str, password: str) -> None:
        self.asked.append(checked(ssid, password))
