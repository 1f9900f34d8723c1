"""How a journal lies in SQLite: its tables, the marks that it is ours, its layouts so far."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from typing import Final

APPLICATION: Final = 0x43726962
"""``Crib``: SQLite's mark for whose file it is."""

FIRST: Final = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    "version" INTEGER PRIMARY KEY,
    "kind"    TEXT NOT NULL CHECK ("kind" IN ('do', 'undo', 'redo', 'amend')),
    "match"   INTEGER NOT NULL,
    "top"     INTEGER NOT NULL,
    "tip"     INTEGER NOT NULL,
    "undoes"  INTEGER,
    "action"  TEXT NOT NULL,
    "events"  TEXT NOT NULL,
    "by"      TEXT NOT NULL,
    "at"      TEXT NOT NULL,
    "key"     TEXT UNIQUE,
    "sum"     TEXT NOT NULL
) STRICT;
CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'a line of the journal is never changed'); END;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'a line of the journal is never taken away'); END;
CREATE TRIGGER journal_grows_at_its_end BEFORE INSERT ON journal
WHEN NEW.version <> (SELECT coalesce(max(version), 0) + 1 FROM journal)
BEGIN SELECT RAISE(ABORT, 'a line of the journal is added after the last one'); END;
"""

SECOND: Final = """
CREATE TABLE left_behind (
    "start" INTEGER PRIMARY KEY,
    "match" INTEGER NOT NULL,
    "games" TEXT NOT NULL,
    "sum"   TEXT NOT NULL
) STRICT;
"""
"""Which match each `start` left behind, and its finished games: an index, it can be made again."""

THIRD: Final = """
ALTER TABLE journal ADD COLUMN "game" INTEGER;
DROP TABLE left_behind;
CREATE TABLE left_behind (
    "line"  INTEGER PRIMARY KEY,
    "match" INTEGER NOT NULL,
    "ended" INTEGER NOT NULL,
    "below" INTEGER NOT NULL,
    "far"   INTEGER NOT NULL,
    "depth" INTEGER NOT NULL,
    "games" TEXT NOT NULL,
    "sum"   TEXT NOT NULL
) STRICT;
"""
"""Which `start` or `next` the top stands on; the index has a row for each of either."""

FOURTH: Final = ""
"""The index tells of each finished game what every seat made in it, too: its tables stay."""

LAYOUTS: Final = (FIRST, SECOND, THIRD, FOURTH)
"""What each layout added to the one before it; a new journal is made by all of them in turn."""

LAYOUT: Final = len(LAYOUTS)


def lay_out(db: sqlite3.Connection, layout: int) -> None:
    """Add what *layout* has beyond the one before it. The caller has begun a transaction."""
    for statement in _statements(LAYOUTS[layout - 1]):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {layout}")
    # Said twice, so that one flipped bit does not make it the journal of a newer program.
    db.execute("INSERT OR REPLACE INTO meta VALUES ('layout', ?)", [str(layout)])


def _statements(script: str) -> list[str]:
    """One by one, since ``executescript`` would end the transaction first."""
    found, text = [], ""
    for line in script.splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            found.append(text.strip())
            text = ""
    return found


def schema(db: sqlite3.Connection) -> set[tuple[str, str]]:
    """Everything that the file says of its tables, indexes and triggers, by name."""
    return set(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


@cache
def laid_out(layout: int) -> frozenset[tuple[str, str]]:
    """What a file of that *layout* says of them."""
    with closing(sqlite3.connect(":memory:")) as db:
        for one in range(1, layout + 1):
            lay_out(db, one)
        return frozenset(schema(db))


def mark(db: sqlite3.Connection, name: str) -> int:
    """SQLite's ``application_id`` or ``user_version`` of this file."""
    (value,) = db.execute(f"PRAGMA {name}").fetchone()
    return int(value)
