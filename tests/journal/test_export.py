"""A journal is exported as text and imported on another machine: each line is decided again."""

import fcntl
import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.journal import Journal, JournalFault, Trouble, export_lines
from scorekeeper.journal.journal import exported as encoded
from scorekeeper.table import InvalidExport, import_lines
from tests.kit.drivers.table_setup import Sitting, ask, same
from tests.kit.fakes.file_damage import DAMAGED, edit, lying_in

Lines = list[bytes]


@pytest.fixture
def there(tmp_path: Path) -> Path:
    return tmp_path / "there" / "journal.sqlite3"


def played(sitting: Sitting) -> None:
    """Play a match with all kinds of lines, French names, and a key."""
    sitting.begin(players=["Zoé", "Ben"], options={"skunks": [[31, 2]]})
    sitting.lay("4H 10 5 K")
    sitting.do("undo", by="Téléphone d’Anne", key="k")
    sitting.do("redo")
    sitting.amend(3, ask("play", card="9"), drop_rest=True)
    sitting.do("peg", team=0, points=120, reason="«120»")
    sitting.do("undo")


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    path = tmp_path_factory.mktemp("exported") / "journal.sqlite3"
    sitting = Sitting(path)
    played(sitting)
    sitting.table.close()
    return list(export_lines(path))


def test_an_imported_journal_has_the_same_table_games_and_keys(
    path: Path, sitting: Sitting, there: Path
) -> None:
    played(sitting)
    sitting.do("abandon")
    sitting.begin()
    assert import_lines(export_lines(path), there) == sitting.now.version
    other = Sitting(there)
    assert other.journal.notices == ()
    assert same(other.now, sitting.now)
    assert other.now.journal != sitting.now.journal
    assert other.table.games() == sitting.table.games()
    assert other.do("undo", key="k").version == 6
    assert list(export_lines(there))[1:] == list(export_lines(path))[1:]
    other.table.close()


def altered(lines: Lines, number: int, change: Callable[[dict[str, Any]], Any]) -> Lines:
    value = json.loads(lines[number - 1])
    change(value)
    spelt = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    return [*lines[: number - 1], spelt, *lines[number:]]


def put(name: str, value: object) -> Callable[[dict[str, Any]], Any]:
    return lambda line: line.__setitem__(name, value)


ALTERATIONS: dict[str, tuple[Callable[[Lines], Lines], str]] = {
    "no lines": (lambda lines: [], "Line 1 is not the header of an exported journal: "),
    "another format": (
        lambda lines: altered(lines, 1, put("format", 3)),
        "export format 3.* format 2",
    ),
    "a card": (
        lambda lines: altered(lines, 4, lambda line: line["action"].update(card="11")),
        'Line 4 is not a journal entry: {"version":3',
    ),
    "a card that may not be laid": (
        lambda lines: altered(lines, 4, lambda line: line["action"].update(card="4H")),
        "Line 4 contradicts the lines before it: ",
    ),
    "a time that is none": (lambda lines: altered(lines, 3, put("at", "late")), "Line 3 is not a"),
    "a key twice": (
        lambda lines: altered(lines, 10, put("key", "k")),
        "Line 10 repeats the key k of an earlier entry.",
    ),
    "lines swapped": (
        lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]],
        "Line 5 is entry 5; expected entry 4",
    ),
    "the end missing": (lambda lines: lines[:-2], "has 8 entries, but its first line says 10"),
    "no text": (lambda lines: [*lines[:3], b"\xff\xfe\n"], "Line 4 is not a journal"),
    "a tower": (lambda lines: [*lines[:3], b"[" * 100_000], "Line 4 is not a journal entry"),
}


def test_an_export_of_many_entries_has_each_once() -> None:
    lines = encoded("many", 1001, lambda first, last: range(first, last + 1))
    assert [*lines][1:] == [f"{version}\n".encode() for version in range(1, 1002)]


@pytest.mark.parametrize("what", ALTERATIONS)
def test_import_rejects_an_altered_export_and_names_the_line(
    exported: Lines, there: Path, what: str
) -> None:
    alter, sentence = ALTERATIONS[what]
    with pytest.raises(InvalidExport, match=sentence) as unfit:
        import_lines(alter(exported), there)
    assert len(str(unfit.value)) < 200
    assert not there.parent.exists()
    there.parent.mkdir()
    with pytest.raises(InvalidExport):
        import_lines(alter(exported), there)
    assert list(lying_in(there.parent)) == []


def test_what_else_a_line_says_is_worked_out_anew(exported: Lines, there: Path) -> None:
    forged = exported
    for number in range(2, len(exported) + 1):
        forged = altered(forged, number, lambda line: line.update(head=99, events=[], match=7))
    assert import_lines(forged, there) == 10
    assert list(export_lines(there))[1:] == exported[1:]


def test_import_does_not_replace_a_journal(path: Path, sitting: Sitting) -> None:
    played(sitting)
    lines = list(export_lines(path))
    with pytest.raises(JournalFault) as fault:
        import_lines(lines, path)
    assert fault.value.code is Trouble.IN_USE
    sitting.table.close()
    with pytest.raises(JournalFault, match="A journal already exists") as fault:
        import_lines(lines, path)
    assert fault.value.code is Trouble.EXISTS
    assert list(export_lines(path)) == lines


def test_a_lockfile_that_was_deleted_meanwhile_locks_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed import deletes its lockfile; a process that has just opened it must not continue."""
    lock = fcntl.flock

    def lock_too_late(file: int, how: int) -> None:
        path.with_name(f"{path.name}.tally").unlink()
        lock(file, how)

    path.parent.mkdir()
    monkeypatch.setattr(fcntl, "flock", lock_too_late)
    with pytest.raises(JournalFault) as fault:
        Journal.open(path)
    assert fault.value.code is Trouble.IN_USE


def test_export_of_a_missing_journal_is_refused(path: Path) -> None:
    with pytest.raises(JournalFault, match=r"No journal found at .*journal\.sqlite3"):
        next(export_lines(path))
    assert not path.exists()


def test_export_stops_at_a_damaged_row(path: Path, sitting: Sitting) -> None:
    played(sitting)
    sitting.table.close()
    edit(path, DAMAGED.format(2))
    with pytest.raises(JournalFault, match="line 2"):
        list(islice(export_lines(path), 5))
