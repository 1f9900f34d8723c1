"""Journals kept in the repository open unchanged and go on.

`evenings` was closed: eight variants, matches of several games, muggins, undo, redo, and amends of
earlier games. `killed` has the write-ahead log left by a kill. Beside each are its export and the
facts of its table at that time.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.game.codec import facts_of, to_json
from scorekeeper.journal import export_lines
from scorekeeper.table import import_lines
from tests.kit.drivers.table_setup import Sitting
from tests.kit.paths import DATA

JOURNALS = DATA / "journals"


@pytest.fixture(params=["evenings", "killed"])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def path(name: str, tmp_path: Path) -> Path:
    for file in JOURNALS.glob(f"{name}.sqlite3*"):
        shutil.copy(file, tmp_path)
    return tmp_path / f"{name}.sqlite3"


def facts(sitting: Sitting) -> Any:
    now = sitting.now
    said = {
        "version": now.version,
        "facts": facts_of(now.game),
        "undo": now.undo,
        "redo": now.redo,
        "record": now.record,
        "latest": now.latest,
        "correction": now.correction,
        "before": facts_of(now.before),
        "games": sitting.table.games(),
    }
    return json.loads(to_json(said))


def written(name: str) -> Any:
    return json.loads((JOURNALS / f"{name}.facts.json").read_bytes())


def as_then(now: Any, then: Any) -> Any:
    """Return *now* without the fields that *then* does not have."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {name: as_then(value, then[name]) for name, value in now.items() if name in then}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [as_then(one, other) for one, other in zip(now, then, strict=True)]
    return now


def test_a_kept_journal_opens_with_the_same_table_and_games(name: str, path: Path) -> None:
    sitting = Sitting(path)
    assert sitting.journal.notices == ()
    assert as_then(facts(sitting), written(name)) == written(name)
    assert as_then(facts(sitting.again()), written(name)) == written(name)
    assert sitting.journal.notices == ()
    sitting.table.close()


def test_a_kept_journal_exports_the_same_lines(name: str, path: Path, tmp_path: Path) -> None:
    exported = (JOURNALS / f"{name}.jsonl").read_bytes()
    assert b"".join(export_lines(path)) == exported
    there = tmp_path / "there.sqlite3"
    import_lines(exported.splitlines(keepends=True), there)
    sitting = Sitting(there)
    assert as_then(facts(sitting), written(name)) == written(name)
    sitting.table.close()


def test_a_kept_journal_goes_on(name: str, path: Path) -> None:
    sitting, kept = Sitting(path), written(name)
    sitting.do("peg", team=0, points=1, key="new")
    sitting.do("peg", team=0, points=121)
    sitting.do("next")
    games = sitting.again().table.games()
    assert sitting.now.version == kept["version"] + 3
    assert len(games) == len(kept["games"]) + 1
    assert as_then(json.loads(to_json(games[1:])), kept["games"]) == kept["games"]
    assert sitting.do("peg", team=0, points=1, key="new").version == kept["version"] + 1
    while sitting.now.undo and len(games) - len(sitting.table.games()) < 3:
        sitting.do("undo")
    older = sitting.table.games()
    assert older == games[len(games) - len(older) :]
    while sitting.now.redo:
        sitting.do("redo")
    assert sitting.table.games() == games
    sitting.table.close()
