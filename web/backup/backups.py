"""The backups of a table, as the page works with them; cribble/backup makes them."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

import msgspec

from scorekeeper.words import Fault


class BackupFile(NamedTuple):
    """A backup to download: its name, its size in bytes, and its content."""

    name: str
    size: int
    content: Iterable[bytes]


class BackupCopy(msgspec.Struct, frozen=True):
    """A nightly copy: its day as YYYY-MM-DD, and where it is."""

    day: str
    place: Literal["here", "stick"]


class ConfigChange(msgspec.Struct, frozen=True):
    """A key of the config, and its values before and after, as the file has them."""

    key: str
    before: str
    after: str


class Offer(msgspec.Struct, frozen=True):
    """A backup that was sent and is whole: its SHA-256, when and by which version it was made, its
    parts and entries, the number of entries here that it would replace, and the keys of the config
    that it would change."""

    sha256: str
    made: str
    version: str
    parts: tuple[str, ...]
    entries: int
    replaces: int
    changes: tuple[ConfigChange, ...]


class WrongPiece(Exception):
    """A piece of an upload that does not go on where the ``received`` bytes end."""

    def __init__(self, received: int) -> None:
        super().__init__(f"{received} bytes were received")
        self.received = received


class Backups(Protocol):
    """The backups of the table; cribble/backup has them. ``failed`` is why the last one that was
    accepted is not in place."""

    failed: Fault | None

    def file(self) -> BackupFile:
        """Return a backup of now. Raises JournalFault, OSError."""

    def copies(self) -> tuple[BackupCopy, ...]:
        """Return the nightly copies, the newest first."""

    def take(self, offset: int, piece: bytes) -> int:
        """Keep a piece of an upload; return the bytes there are. Raises WrongPiece or Fault, or
        OSError."""

    def offer(self) -> Offer:
        """Verify the upload. Raises Fault."""

    def accept(self, digest: str) -> None:
        """Restart the table with the upload. Raises Fault, OSError."""
