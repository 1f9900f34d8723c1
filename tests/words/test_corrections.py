"""A correction tells every phone what it changed, and what that cost each team."""

from collections.abc import Iterator

from scorekeeper.game.actions import Amend, Redo, Undo
from scorekeeper.game.codec import read_asked
from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal import Journal
from scorekeeper.table import Table
from scorekeeper.words import LANGUAGES, Words
from tests.kit.paths import DATA

SCRIPT = DATA / "told" / "corrections.txt"

BY = {"": "Luc’s phone", "5": "Phone 5", "-": ""}
"""Whose phone it was, by what is written before the action."""


def test_corrections_are_told_word_for_word() -> None:
    """After a restart too; and so is what Undo and Redo would take, in English."""
    script = SCRIPT.read_text(encoding="utf-8")
    assert "".join(f"{line}\n" for line in retold(script)) == script


def retold(script: str) -> Iterator[str]:
    """Yield the actions of *script*, each correction with what is said of it."""
    journal = Journal.in_memory()
    table = Table(journal)
    for line in script.splitlines():
        by, is_action, action = line.partition("> ")
        if line.startswith("="):
            journal = Journal.in_memory()
            table = Table(journal)
        if line.startswith(("#", "=")) or not line:
            yield line
        elif is_action and by in BY:
            yield line
            asked = read_asked(action)
            now = table.submit(asked, by=BY[by]).snapshot
            if isinstance(asked, Amend | Undo | Redo):
                told = list(said(now))
                assert [*said(Table(journal).now)] == told
                yield from told


def said(now: Snapshot) -> Iterator[str]:
    """Yield what *now* says of its correction, and of what Undo and Redo would take."""
    assert now.correction
    for lang in LANGUAGES:
        correction = Words.of(lang).correction(now.correction, now.game, now.before)
        yield f"  {lang}: {correction}"
    for name, change in (("undo", now.undo), ("redo", now.redo)):
        if change:
            yield f"  {name}: {Words.of('en').change(change, now.game)}"
