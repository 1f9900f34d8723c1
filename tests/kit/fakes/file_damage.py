"""Damage to files: bytes cut, zeroed or flipped, rows edited by another program."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

DAMAGED = """UPDATE entries SET body = replace(body, '"by":""', '"by":"Eve"') WHERE version = {}"""
"""Adds an author to an entry without one."""


def edit(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(query).fetchall()


def cut(file: Path, length: int) -> None:
    with file.open("r+b") as bytes_:
        bytes_.truncate(length)


def zero(file: Path, first: int, last: int | None = None) -> None:
    content = bytearray(file.read_bytes())
    last = len(content) if last is None else last
    content[first:last] = bytes(last - first)
    file.write_bytes(content)


def flip(file: Path, at: int, bit: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 1 << bit
    file.write_bytes(content)


def lying_in(folder: Path) -> Iterator[str]:
    return (path.name for path in sorted(folder.iterdir()))
