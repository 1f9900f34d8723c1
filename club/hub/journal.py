"""The hub's journal: entries of club nights, stored like those of a table, and their export."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final, Self

import msgspec
from msgspec import Meta

from club.night.entry import Entry, decode, encode
from club.night.evolve import Written
from scorekeeper.journal.database import Database, NewEntry, StoredEntry, random_name
from scorekeeper.journal.store import Store
from scorekeeper.words import Fault, en

CHUNK: Final = 500

Text = Annotated[str, Meta(max_length=200)]


class HubJournal(Store[Written]):
    """The hub's journal, created by ``open``. Not thread-safe. All errors are JournalFault."""

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the journal at *path*, creating or repairing it if necessary; ``notices`` report
        repairs.

        Raises JournalFault NEWER, IN_USE, NO_SPACE, READ_ONLY, NO_ACCESS or IO_ERROR.
        """
        return cls(path, _written)

    def after(self, version: int) -> Iterator[Written]:
        """Yield the entries after number *version*."""
        self.ready()
        for first in range(version + 1, self.last + 1, CHUNK):
            yield from self.rows(first, min(first + CHUNK - 1, self.last))

    def write(
        self, entries: Sequence[Entry], at: str, *, by: str, key: str | None = None
    ) -> tuple[Written, ...]:
        """Write *entries* in one transaction; durable when this returns. The *key* must be
        unique."""
        first = self.last + 1
        keys = (key, *(None for _ in entries[1:]))
        self.add([_line(one, by, at, own) for one, own in zip(entries, keys, strict=True)])
        return tuple(Written(first + place, one, by, at) for place, one in enumerate(entries))


class ExportedEntry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An entry as stored and exported, its author, time and key."""

    entry: str
    by: Text
    at: Text
    key: Text | None


_read: Final = msgspec.json.Decoder(ExportedEntry).decode


def _line(entry: Entry, by: str, at: str, key: str | None) -> NewEntry:
    line = ExportedEntry(encode(entry).decode(), by, at, key)
    return NewEntry(msgspec.json.encode(line).decode(), key)


def _written(stored: StoredEntry) -> Written:
    line = _read(stored.body)
    return Written(stored.version, decode(line.entry), line.by, line.at)


class InvalidNight(Fault):
    """A line is not a valid entry."""


NO_ENTRY: Final = en("Line {line} is not a club-night entry ({reason}).")


def export_night(path: Path) -> Iterator[bytes]:
    """Yield the entries of the journal at *path*, one per line; the hub may be running. Raises
    JournalFault."""
    with closing(Database.open(path)) as database:
        last = database.last
        for first in range(1, last + 1, CHUNK):
            for entry in database.entries(first, min(first + CHUNK - 1, last)):
                yield entry.body.encode() + b"\n"


def import_night(lines: Iterable[bytes], path: Path) -> int:
    """Create the journal at *path* from exported *lines*; return their number. Raises InvalidNight
    or JournalFault."""
    with closing(Database.create(path, random_name())) as database, database.transaction():
        for number, text in enumerate(lines, 1):
            try:
                line = _read(text)
                entry = decode(line.entry)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
                raise InvalidNight(NO_ENTRY, line=number, reason=str(fault)) from None
            database.add(number, [_line(entry, line.by, line.at, line.key)])
        return database.last
