"""The files of a journal, its lock, and the errors in reading and writing it."""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal, Self

from scorekeeper.private_files import give_to_folder_owner, names_aside
from scorekeeper.words import Fault, en

SCARCE: Final = 256 * 1024
"""Free bytes below which an otherwise unexplained write error counts as NO_SPACE."""


class Trouble(StrEnum):
    """The reason why the journal cannot be read or written."""

    NO_SPACE = "no_space"
    READ_ONLY = "read_only"
    IO_ERROR = "io_error"
    NO_ACCESS = "no_access"
    IN_USE = "in_use"
    NEWER = "newer"
    EXISTS = "exists"
    MISSING = "missing"
    FOREIGN = "foreign"
    DAMAGED = "damaged"
    SHORTENED = "shortened"


SENTENCES: Final = {
    Trouble.NO_SPACE: en(
        "No disk space left for the journal {path}: nothing can be saved until some is freed."
    ),
    Trouble.READ_ONLY: en(
        "The journal {path} is on a read-only disk: nothing can be saved until it is writable."
    ),
    Trouble.IO_ERROR: en(
        "Cannot write the journal {path} ({detail}): nothing can be saved until this is fixed."
    ),
    Trouble.NO_ACCESS: en(
        "Cannot open the journal {path} ({detail}): this program needs write permission for it "
        "and its folder. If a command was run with sudo, restore their owner with sudo chown -R."
    ),
    Trouble.IN_USE: en("The journal {path} is in use by another program."),
    Trouble.NEWER: en(
        "The journal {path} is from a newer Cribble (layout {layout}); this version "
        "reads layouts up to {known}."
    ),
    Trouble.EXISTS: en(
        "A journal already exists at {path}: choose another path, or move that journal elsewhere."
    ),
    Trouble.MISSING: en("No journal found at {path}."),
    Trouble.FOREIGN: en("{path} is not a journal that this version of Cribble can read."),
    Trouble.DAMAGED: en("The journal {path} is damaged ({detail})."),
    Trouble.SHORTENED: en("The journal {path} is truncated ({detail})."),
}


class JournalFault(Fault):
    """The journal could not be read or written; nothing was added or published.

    ``code`` is the reason. The values of the message are ``path``, ``detail`` (the system's error
    message), and for NEWER ``layout`` and ``known``.
    """

    def __init__(self, code: Trouble, path: Path | None, detail: str = "", **facts: Any) -> None:
        where = str(path) if path else ":memory:"
        super().__init__(SENTENCES[code], path=where, detail=detail, **facts)
        self.code = code


BY_SQLITE: Final = {
    sqlite3.SQLITE_FULL: Trouble.NO_SPACE,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.NO_ACCESS,
    sqlite3.SQLITE_PERM: Trouble.NO_ACCESS,
    sqlite3.SQLITE_AUTH: Trouble.NO_ACCESS,
    sqlite3.SQLITE_BUSY: Trouble.IN_USE,
    sqlite3.SQLITE_LOCKED: Trouble.IN_USE,
    sqlite3.SQLITE_CONSTRAINT: Trouble.IN_USE,
    sqlite3.SQLITE_CORRUPT: Trouble.DAMAGED,
    sqlite3.SQLITE_IOERR_SHORT_READ: Trouble.DAMAGED,
    sqlite3.SQLITE_NOTADB: Trouble.DAMAGED,
    sqlite3.SQLITE_ERROR: Trouble.DAMAGED,
    sqlite3.SQLITE_TOOBIG: Trouble.DAMAGED,
    sqlite3.SQLITE_MISMATCH: Trouble.DAMAGED,
    sqlite3.SQLITE_FORMAT: Trouble.DAMAGED,
}

BY_ERRNO: Final = {
    errno.ENOSPC: Trouble.NO_SPACE,
    errno.EDQUOT: Trouble.NO_SPACE,
    errno.EROFS: Trouble.READ_ONLY,
    errno.EACCES: Trouble.NO_ACCESS,
    errno.EPERM: Trouble.NO_ACCESS,
    errno.ENOENT: Trouble.NO_ACCESS,
    errno.ENOTDIR: Trouble.NO_ACCESS,
    errno.EISDIR: Trouble.NO_ACCESS,
}

UNEXPLAINED: Final = frozenset({Trouble.IO_ERROR, Trouble.NO_ACCESS})


FAULTS: Final = (sqlite3.DatabaseError, UnicodeDecodeError, OSError)


@contextmanager
def translate_errors(path: Path | None) -> Iterator[None]:
    """Context manager: raise SQLite and system errors about *path* as JournalFault."""
    try:
        yield
    except FAULTS as fault:
        raise journal_fault(fault, path) from fault


def journal_fault(fault: Exception, path: Path | None) -> JournalFault:
    """Convert an exception of a type in ``FAULTS`` to a JournalFault about *path*."""
    match fault:
        case sqlite3.DatabaseError():
            # Where a text is not UTF-8 Python raises an error of its own, without a code.
            code = getattr(fault, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
            trouble = BY_SQLITE.get(code) or BY_SQLITE.get(code & 0xFF, Trouble.IO_ERROR)
            return JournalFault(_explained(trouble, path), path, str(fault))
        case OSError():
            trouble = BY_ERRNO.get(fault.errno or 0, Trouble.IO_ERROR)
            return JournalFault(trouble, path, fault.strerror or str(fault))
        case _:
            # What SQLite says of a broken schema quotes it, byte by broken byte.
            return JournalFault(Trouble.DAMAGED, path, str(fault))


def _explained(trouble: Trouble, path: Path | None) -> Trouble:
    """Return NO_SPACE or READ_ONLY if the disk explains an unspecific *trouble*, else *trouble*."""
    if trouble not in UNEXPLAINED or path is None:
        return trouble
    try:
        disk = os.statvfs(path.parent)
    except OSError:
        return trouble
    if disk.f_flag & os.ST_RDONLY:
        return Trouble.READ_ONLY
    return Trouble.NO_SPACE if disk.f_bavail * disk.f_frsize < SCARCE else trouble


SUFFIXES: Final = ("", "-wal", "-shm")
"""Suffixes of a database's files, moved together: another file's log would corrupt the database."""


def companion(journal: Path, what: Literal["tally", "backup", "new", "import"]) -> Path:
    """Return the path of a companion file of *journal*."""
    return journal.with_name(f"{journal.name}.{what}")


def quarantine(journal: Path, now: datetime) -> Path | None:
    """Rename *journal* and its SQLite files to a timestamped name; None if there were none.

    A write-ahead log is renamed even without its database: it may contain the last entries.
    """
    present = [part for part in _parts(journal) if part.exists()]
    if not present:
        return None
    aside = next(
        name for name in names_aside(journal, now) if not any(map(Path.exists, _parts(name)))
    )
    for part in present:
        part.rename(aside.with_name(aside.name + part.name.removeprefix(journal.name)))
    return aside


def replace(new: Path, journal: Path) -> None:
    """Rename *new*, which is closed and complete, to *journal*, durably."""
    new.rename(journal)
    folder = os.open(journal.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def remove(journal: Path) -> None:
    """Delete a database and its companion files."""
    for part in _parts(journal):
        part.unlink(missing_ok=True)


def _parts(journal: Path) -> list[Path]:
    return [journal.with_name(journal.name + suffix) for suffix in SUFFIXES]


def identity_of(path: Path) -> tuple[int, int] | None:
    """Return the device and inode numbers of the file at *path*; None if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


LENGTH: Final = 64


class Lockfile:
    """Locks the journal against other processes, and stores how many lines it has.

    The number is written after each commit, without fsync, so it may be too low but never too high.
    If the journal has fewer lines, its end was lost.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self.journal, self.lines = _read(file)

    @classmethod
    def acquire(cls, journal: Path) -> Self:
        """Lock *journal*'s lock file. Raises JournalFault IN_USE if another process holds it."""
        with translate_errors(journal):
            file = os.open(
                companion(journal, "tally"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
            )
            give_to_folder_owner(file, journal.parent)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
                raise JournalFault(Trouble.IN_USE, journal) from None
            if os.fstat(file).st_nlink == 0:
                # An import that failed has just deleted it: this one locks nothing.
                os.close(file)
                raise JournalFault(Trouble.IN_USE, journal)
        return cls(file)

    def note(self, journal: str, lines: int) -> None:
        """Store the journal's name and number of *lines*."""
        self.journal, self.lines = journal, lines
        # The lines are safe already: a note that is not written only knows a little less.
        with suppress(OSError):
            os.pwrite(self._file, f"{journal} {lines}".ljust(LENGTH - 1).encode() + b"\n", 0)

    def close(self) -> None:
        """Release the lock."""
        os.close(self._file)


def _read(file: int) -> tuple[str, int]:
    match os.pread(file, LENGTH, 0).split():
        case [journal, lines] if lines.isdigit():
            return journal.decode("ascii", "replace"), int(lines)
        case _:
            return "", 0
