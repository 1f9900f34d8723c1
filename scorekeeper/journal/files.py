"""The files of a journal: the database, its companions, and the lock that counts its lines."""

import fcntl
import os
from contextlib import suppress
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import Final, Literal, Self

from scorekeeper.journal.errors import JournalFault, Trouble, translate_errors
from scorekeeper.journal.private_files import FILE_TIME, give_to_folder_owner

SUFFIXES: Final = ("", "-wal", "-shm")
"""SQLite's own files belong together: the write-ahead log of another file would spoil this one."""


def companion(journal: Path, what: Literal["tally", "backup", "new", "import"]) -> Path:
    """Return the path of a file that belongs to *journal*."""
    return journal.with_name(f"{journal.name}.{what}")


def quarantine(journal: Path, now: datetime) -> Path | None:
    """Rename *journal* and SQLite's files of it by the time; None if none of them was there.

    A write-ahead log without its database may be all that is left of the last entries.
    """
    if not _parts(journal):
        return None
    stem = journal.with_name(f"{journal.name}.{now:{FILE_TIME}}")
    others = (stem.with_name(f"{stem.name}-{number}") for number in range(2, 10_000))
    aside = next(path for path in chain((stem,), others) if not _parts(path))
    for part in _parts(journal):
        _part(journal, part).rename(_part(aside, part))
    return aside


def _parts(journal: Path) -> list[str]:
    return [part for part in SUFFIXES if _part(journal, part).exists()]


def replace(new: Path, journal: Path) -> None:
    """Rename *new*, which is closed and whole, to *journal*, durably."""
    new.rename(journal)
    folder = os.open(journal.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def remove(journal: Path) -> None:
    """Delete a database with SQLite's other files of it."""
    for part in SUFFIXES:
        _part(journal, part).unlink(missing_ok=True)


def _part(journal: Path, part: str) -> Path:
    return journal.with_name(journal.name + part)


LENGTH: Final = 64


class Lockfile:
    """Keeps a second program from the journal, and remembers how many lines it has.

    It is overwritten after each commit without waiting for the disk: it may know of fewer lines
    than there are, never of more. If the journal has fewer, its end was lost.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self.journal, self.lines = _read(file)

    @classmethod
    def acquire(cls, journal: Path) -> Self:
        """Lock the file beside *journal*. JournalFault IN_USE where another program has it."""
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
        """Note the journal's name and its number of *lines*."""
        self.journal, self.lines = journal, lines
        # The lines are safe already: a note that is not written only knows a little less.
        with suppress(OSError):
            os.pwrite(self._file, f"{journal} {lines}".ljust(LENGTH - 1).encode() + b"\n", 0)

    def close(self) -> None:
        """Release the lock."""
        os.close(self._file)


def _read(file: int) -> tuple[str, int]:
    """Return the journal's name and its lines; an empty name and 0 where it cannot be read."""
    match os.pread(file, LENGTH, 0).split():
        case [journal, lines] if lines.isdigit():
            return journal.decode("ascii", "replace"), int(lines)
        case _:
            return "", 0
