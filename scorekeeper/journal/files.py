"""The files of a journal: the database, its companions, and the lock that counts its lines."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from scorekeeper.journal.errors import JournalFault, Trouble, told_plainly

PARTS: Final = ("", "-wal", "-shm")
"""SQLite's own files belong together: the write-ahead log of another file would spoil this one."""


def beside(journal: Path, what: Literal["tally", "backup", "new", "import"]) -> Path:
    """The file of that sort that belongs to *journal*."""
    return journal.with_name(f"{journal.name}.{what}")


def set_aside(journal: Path, now: datetime) -> Path | None:
    """Rename *journal* and SQLite's files beside it by the time; None if it was not there."""
    if not journal.exists():
        remove(journal)
        return None
    stem = f"{journal.name}.{now:%Y%m%dT%H%M%SZ}"
    aside = next(
        path
        for number in range(1, 10_000)
        if not (path := journal.with_name(stem if number == 1 else f"{stem}-{number}")).exists()
    )
    for part in PARTS:
        if (file := _part(journal, part)).exists():
            file.rename(_part(aside, part))
    return aside


def take_place(new: Path, journal: Path) -> None:
    """*new*, which is closed and whole, becomes *journal*, and the disk knows it."""
    new.rename(journal)
    folder = os.open(journal.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def remove(journal: Path) -> None:
    """Take away a file that SQLite made, with those beside it."""
    for part in PARTS:
        _part(journal, part).unlink(missing_ok=True)


def _part(journal: Path, part: str) -> Path:
    return journal.with_name(journal.name + part)


LENGTH: Final = 64


class Tally:
    """The file is locked while it is held, so that two programs never keep one journal.

    It is overwritten after each commit without waiting for the disk: it may know of fewer lines
    than there are, never of more. If the journal has fewer, its end was lost.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self.journal, self.lines = _read(file)

    @classmethod
    def hold(cls, journal: Path) -> Tally:
        """Take the tally beside *journal*; JournalFault IN_USE where somebody else has it."""
        with told_plainly(journal):
            file = os.open(beside(journal, "tally"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
                raise JournalFault(Trouble.IN_USE, journal) from None
            if os.fstat(file).st_nlink == 0:
                # An import that failed took its tally away just now: this one locks nothing.
                os.close(file)
                raise JournalFault(Trouble.IN_USE, journal)
        return cls(file)

    def note(self, journal: str, lines: int) -> None:
        """The journal of that name now has so many lines."""
        self.journal, self.lines = journal, lines
        # The lines are safe already; a witness that cannot be written only knows a little less.
        with suppress(OSError):
            os.pwrite(self._file, f"{journal} {lines}".ljust(LENGTH - 1).encode() + b"\n", 0)

    def close(self) -> None:
        """Somebody else may keep the journal."""
        os.close(self._file)


def _read(file: int) -> tuple[str, int]:
    """The journal and its lines; nothing and 0 where the tally cannot be read."""
    match os.pread(file, LENGTH, 0).split():
        case [journal, lines] if lines.isdigit():
            return journal.decode("ascii", "replace"), int(lines)
        case _:
            return "", 0


def write_private(path: Path, content: bytes) -> None:
    """Write *content* to *path*, whole or not at all, for its owner only. Raises OSError."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(handle)
    fresh.replace(path)
