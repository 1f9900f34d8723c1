"""What happens to files: bytes cut, zeroed, flipped, rows edited behind the program's back."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

TRIGGERS = ("journal_is_never_changed", "journal_is_never_shortened", "journal_grows_at_its_end")


def edit(path: Path, *statements: str) -> None:
    """Change rows as somebody would who first takes the triggers away."""
    with closing(sqlite3.connect(path)) as db:
        for trigger in TRIGGERS:
            db.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            db.execute(statement)
        db.commit()


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    """What another program reads there."""
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


def copy_of(folder: Path, number: int) -> Path:
    """The files of a folder as they lie there this moment, in a folder beside it."""
    copy = folder.with_name(f"{folder.name}-{number}")
    shutil.copytree(folder, copy)
    return copy


def cut(file: Path, length: int) -> None:
    """Leave only the first bytes."""
    with file.open("r+b") as bytes_:
        bytes_.truncate(length)


def zero(file: Path, first: int, last: int | None = None) -> None:
    """Overwrite bytes *first* to *last* with zeros."""
    content = bytearray(file.read_bytes())
    last = len(content) if last is None else last
    content[first:last] = bytes(last - first)
    file.write_bytes(content)


def flip(file: Path, at: int, bit: int) -> None:
    """Turn one bit round."""
    content = bytearray(file.read_bytes())
    content[at] ^= 1 << bit
    file.write_bytes(content)


def lying_in(folder: Path) -> Iterator[str]:
    """The names of all files in a folder."""
    return (path.name for path in sorted(folder.iterdir()))
