"""Create a journal from an export: each line is decided again, none is taken on trust."""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Raw

from scorekeeper.game.codec import read_asked
from scorekeeper.game.record import TableState
from scorekeeper.game.refusal import Refusal
from scorekeeper.journal.database import Database, random_name
from scorekeeper.journal.files import (
    JournalFault,
    Lockfile,
    Trouble,
    companion,
    quarantine,
    remove,
    replace,
    translate_errors,
)
from scorekeeper.journal.history import History
from scorekeeper.journal.journal import FORMAT, Header, changed_games, new_entry
from scorekeeper.journal.store import Clock, utc_now
from scorekeeper.table.commands import EntryMeta, check_text, decide, row_of
from scorekeeper.words import Fault, en

SHOWN: Final = 80
"""Maximum number of characters of a line that an error message quotes."""


class InvalidExport(Fault):
    """The export cannot be imported. The values contain the number and text of the line."""


NO_HEADER = en("Line 1 is not the header of an exported journal: {value}")
OTHER_FORMAT = en("Line 1 has export format {value}; this program reads format {wanted}.")
UNREADABLE = en("Line {line} is not a journal entry: {value}")
OUT_OF_ORDER = en("Line {line} is entry {value}; expected entry {wanted}.")
KEY_TWICE = en("Line {line} repeats the key {value} of an earlier entry.")
BROKEN = en("Line {line} contradicts the lines before it: {value}")
INCOMPLETE = en("The export has {value} entries, but its first line says {wanted}.")


class ExportedLine(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a line that an import needs; everything else is computed."""

    version: int
    action: Raw
    by: str
    at: str
    key: str | None


def import_lines(lines: Iterable[bytes], path: Path, *, clock: Clock = utc_now) -> int:
    """Create the journal at *path* from an export, and return its number of entries.

    Raises InvalidExport for the first invalid line, and JournalFault if a journal already exists or
    cannot be written; nothing is left behind then. A leftover write-ahead log is renamed, because
    SQLite would apply it to the new journal.
    """
    with translate_errors(path), _tidied(path), closing(Lockfile.acquire(path)) as lock:
        if path.exists():
            raise JournalFault(Trouble.EXISTS, path)
        new = companion(path, "import")
        remove(new)
        try:
            lock.note(*_imported(lines, new))
        except BaseException:
            remove(new)
            raise
        quarantine(path, clock())
        replace(new, path)
        return lock.lines


@contextmanager
def _tidied(path: Path) -> Iterator[None]:
    """Context manager: create the parents of *path*; on failure, remove them and the new lock."""
    lock = companion(path, "tally")
    folders = [folder for folder in path.parents if not folder.exists()]
    was_there = lock.exists()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        if not was_there:
            lock.unlink(missing_ok=True)
        for folder in folders:
            with suppress(OSError):
                folder.rmdir()
        raise


def _imported(lines: Iterable[bytes], new: Path) -> tuple[str, int]:
    rest = iter(lines)
    first = next(rest, b"")
    try:
        header = msgspec.json.decode(first, type=Header)
    except (msgspec.MsgspecError, ValueError):
        raise InvalidExport(NO_HEADER, value=_shown(first)) from None
    if header.format != FORMAT:
        raise InvalidExport(OTHER_FORMAT, value=header.format, wanted=FORMAT)
    with closing(Database.create(new, random_name())) as database:
        history, state = History.of(database), TableState()
        with database.transaction():
            for version, line in enumerate(rest, 1):
                state = _add(line, version, database, history, state)
        if (last := database.last) != header.entries:
            raise InvalidExport(INCOMPLETE, value=last, wanted=header.entries)
        return database.journal, last


def _add(
    text: bytes, version: int, database: Database, history: History, state: TableState
) -> TableState:
    """Decide an exported line, write it as entry *version*, and return the new state."""
    number = version + 1  # The first line is the header.
    try:
        line = msgspec.json.decode(text, type=ExportedLine)
        asked = read_asked(bytes(line.action))
        datetime.fromisoformat(line.at)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise InvalidExport(UNREADABLE, line=number, value=_shown(text)) from None
    if line.version != version:
        raise InvalidExport(OUT_OF_ORDER, line=number, value=line.version, wanted=version)
    meta = EntryMeta(version, line.by, line.at)
    try:
        check_text("by", line.by, shortest=0)
        if line.key is not None:
            check_text("key", line.key, shortest=1)
        done = decide(state, asked, meta, history)
    except Refusal:
        raise InvalidExport(BROKEN, line=number, value=_shown(text)) from None
    amends = done.touched.amends
    games = changed_games(database, state, done.after, amends=amends, earlier=done.earlier)
    try:
        database.add(version, [new_entry(row_of(done, asked, meta, line.key))], games)
    except JournalFault as fault:
        if fault.code is not Trouble.IN_USE:
            raise
        raise InvalidExport(KEY_TWICE, line=number, value=_shown(line.key or "")) from None
    return done.after


def _shown(line: bytes | str) -> str:
    """Return the beginning of *line* with unprintable characters escaped."""
    begins = line[: 8 * SHOWN]  # A line may have megabytes.
    text = begins if isinstance(begins, str) else begins.decode("utf-8", "backslashreplace")
    plain = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text.strip()[: SHOWN + 1])
    return plain if len(plain) <= SHOWN else plain[:SHOWN] + "…"
