"""Where the files of a journal lie: the journal itself, and what stands beside it."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

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
