"""The SQLite schema of a journal and the marks that say whose file it is."""

import secrets
import sqlite3
from contextlib import closing
from functools import cache
from typing import Final

APPLICATION: Final = 0x43726962
"""``Crib``: SQLite's mark for whose file it is."""

LAYOUT: Final = 5
"""The number of this layout. It is the first that is released."""

TABLES: Final = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    "version" INTEGER PRIMARY KEY,
    "kind"    TEXT NOT NULL CHECK ("kind" IN ('do', 'undo', 'redo', 'amend')),
    "match"   INTEGER NOT NULL,
    "head"    INTEGER NOT NULL,
    "redo_head" INTEGER NOT NULL,
    "undoes"  INTEGER,
    "action"  TEXT NOT NULL,
    "events"  TEXT NOT NULL,
    "by"      TEXT NOT NULL,
    "at"      TEXT NOT NULL,
    "key"     TEXT UNIQUE,
    "game"    INTEGER NOT NULL,
    "sum"     TEXT NOT NULL
) STRICT;
CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'a line of the journal is never changed'); END;
CREATE TRIGGER journal_is_never_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'a line of the journal is never taken away'); END;
CREATE TRIGGER journal_grows_at_its_end BEFORE INSERT ON journal
WHEN NEW.version <> (SELECT coalesce(max(version), 0) + 1 FROM journal)
BEGIN SELECT RAISE(ABORT, 'a line of the journal is added after the last one'); END;
CREATE TABLE left_behind (
    "line"  INTEGER PRIMARY KEY,
    "match" INTEGER NOT NULL,
    "ended" INTEGER NOT NULL,
    "below" INTEGER NOT NULL,
    "games" TEXT NOT NULL,
    "sum"   TEXT NOT NULL
) STRICT;
CREATE INDEX game_order ON left_behind ("match", "ended");
"""
"""Spelt as the files have it, since a file whose schema differs is taken for damaged.

``left_behind`` is the index of finished games, derived from the journal.
"""


def create_tables(db: sqlite3.Connection) -> None:
    """Create the tables and set the marks. The caller has begun a transaction."""
    for statement in _statements(TABLES):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {LAYOUT}")
    # Kept twice, so that one flipped bit does not make it the journal of a newer program.
    db.execute("INSERT INTO meta VALUES ('layout', ?)", [str(LAYOUT)])


def _statements(script: str) -> list[str]:
    """Split *script*, since ``executescript`` would end the transaction first."""
    found, text = [], ""
    for line in script.splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            found.append(text.strip())
            text = ""
    return found


def schema_of(db: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return the name and SQL text of every table, index and trigger of a file."""
    return set(db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


@cache
def required_schema() -> frozenset[tuple[str, str]]:
    """Return what ``schema_of`` a journal must contain."""
    with closing(sqlite3.connect(":memory:")) as db:
        create_tables(db)
        return frozenset(schema_of(db))


def mark(db: sqlite3.Connection, name: str) -> int:
    """Return SQLite's ``application_id`` or ``user_version`` of this file."""
    (value,) = db.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def random_name() -> str:
    """Return a name that no other journal has."""
    return secrets.token_hex(6)
