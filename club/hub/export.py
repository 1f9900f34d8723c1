"""The hub's journal as lines of JSON, for a backup, and back."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from club.hub.journal_file import ADD, made, opened, read_rows, transaction
from club.night.entry import decode
from scorekeeper.journal.errors import translate_errors
from scorekeeper.journal.row import digest
from scorekeeper.words import Fault, en

Text = Annotated[str, Meta(max_length=200)]


class ExportedEntry(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An entry as the journal has it, who made it, when, and its key."""

    entry: str
    by: Text
    at: Text
    key: Text | None


class InvalidNight(Fault):
    """A line that no entry of a night can be."""


NO_ENTRY: Final = en("Line {line} is no entry of a club night that this program knows ({reason}).")
_read: Final = msgspec.json.Decoder(ExportedEntry).decode


def export_night(path: Path) -> Iterator[bytes]:
    """Yield the entries of the journal at *path*, a line each; the hub may be open. Raises
    JournalFault."""
    with closing(opened(path)) as db:
        for _, entry, by, at, key, _ in read_rows(db, path, 0):
            yield msgspec.json.encode(ExportedEntry(entry, by, at, key)) + b"\n"


def import_night(lines: Iterable[bytes], path: Path) -> int:
    """Make a journal at *path* of exported *lines*; return their number. Raises InvalidNight for
    what is no entry, JournalFault."""
    number, before = 0, ""
    with closing(made(path)) as db, translate_errors(path), transaction(db):
        for number, line in enumerate(lines, 1):
            row = _entry(line, number)
            fields = [number, row.entry, row.by, row.at, row.key]
            before = digest(before, fields)
            db.execute(ADD, (*fields, before))
    return number


def _entry(line: bytes, number: int) -> ExportedEntry:
    try:
        row = _read(line)
        decode(row.entry)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise InvalidNight(NO_ENTRY, line=number, reason=str(fault)) from None
    return row
