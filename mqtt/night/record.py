"""A table's record of a night, in a file beside the journal: a restart forgets nothing."""

import logging
from pathlib import Path
from typing import Self

import msgspec

from mqtt.payloads import Night, Seat
from scorekeeper.private_files import quarantine_file, write_private

log = logging.getLogger(__name__)


class NightMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match of a night: the ``line`` of its start, when that was entered, the seat it is played
    for, and the ids of its players by seat of the table."""

    line: int
    at: str
    seat: Seat
    players: tuple[str, ...]

    @property
    def round(self) -> tuple[str, int]:
        """The night and the round."""
        return self.seat.night, self.seat.round


class NightRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The latest ``seat`` and ``night``, the ``matches`` that were begun, the seats of those who
    ``agreed`` by place, and by topic the ``results`` that the broker was sent (empty: withdrawn).

    ``since`` is the version of the table at which the seat came.
    """

    seat: Seat | None = None
    since: int = 0
    night: Night | None = None
    matches: tuple[NightMatch, ...] = ()
    agreed: dict[str, tuple[int, ...]] = {}
    results: dict[str, str] = {}

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the record at *path*; an empty one if there is none. One that cannot be read is
        set aside."""
        try:
            return msgspec.json.decode(path.read_bytes(), type=cls)
        except FileNotFoundError:
            return cls()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            log.warning("the record of the night in %s cannot be read: %s", path, fault)
        try:
            log.warning("it was set aside as %s", quarantine_file(path).name)
        except OSError as fault:
            log.warning("it could not be set aside: %s", fault)
        return cls()

    def save(self, path: Path) -> None:
        """Write the record to *path*. Raises OSError."""
        write_private(path, msgspec.json.encode(self))
