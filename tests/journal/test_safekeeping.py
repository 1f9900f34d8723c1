"""No accepted entry is lost through what users do to the files of a journal."""

import os
import shutil
from contextlib import closing, suppress
from pathlib import Path

import pytest

from scorekeeper.game.refusal import Code, Refusal
from scorekeeper.journal import JournalFault, Trouble, export_lines, find_trouble
from scorekeeper.journal.database import Database
from scorekeeper.journal.files import companion
from scorekeeper.table import InvalidExport, import_lines
from tests.kit.drivers.table_setup import Sitting
from tests.kit.drivers.waiting import soon
from tests.kit.fakes.file_damage import edit, rows

TABLE_USER = 4242


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite"


def pegs(sitting: Sitting, number: int) -> Sitting:
    for _ in range(number):
        sitting.do("peg", team=0, points=1)
    return sitting


def killed(path: Path, entries: int, folder: Path) -> None:
    """Leave in *folder* the files of a program with this many entries that was killed."""
    sitting = pegs(Sitting(path).begin(), entries)
    # The backup is being written meanwhile: a partial file may appear and disappear.
    shutil.copytree(path.parent, folder, ignore=shutil.ignore_patterns("*.backup*"))
    sitting.table.close()


def test_an_import_beside_the_log_of_a_killed_table_is_whole(path: Path, tmp_path: Path) -> None:
    """The log of the replaced journal is set aside, not applied to the new one."""
    lines = list(export_lines(pegs(Sitting(tmp_path / "other"), 0).begin().lay("4H 10").path))
    killed(path, 30, tmp_path / "killed")
    there = tmp_path / "killed" / path.name
    assert there.with_name(f"{there.name}-wal").stat().st_size
    there.rename(tmp_path / "moved away")
    (there.parent / f"{there.name}.tally").unlink()
    assert import_lines(lines, there) == 3
    sitting = Sitting(there)
    assert (sitting.now.version, sitting.journal.notices) == (3, ())
    assert pegs(sitting, 1).again().pegs == (1, 0)
    assert list(there.parent.glob("journal.sqlite.*-wal"))
    sitting.table.close()


def test_a_journal_that_is_gone_leaves_its_log_beside_the_new_one(
    path: Path, tmp_path: Path
) -> None:
    """The log may be the only copy of the last entries."""
    killed(path, 20, tmp_path / "killed")
    there = tmp_path / "killed" / path.name
    there.unlink()
    log = there.with_name(f"{there.name}-wal").read_bytes()
    Sitting(there).table.close()
    (aside,) = there.parent.glob("journal.sqlite.*-wal")
    assert aside.read_bytes() == log


@pytest.mark.parametrize("how", ["removed", "replaced", "moved"])
def test_entries_after_the_file_was_taken_away_are_kept(
    path: Path, tmp_path: Path, how: str
) -> None:
    """The journal is written again before the next entry is accepted."""
    other = Sitting(tmp_path / "other").begin()
    other.table.close()
    sitting = pegs(Sitting(path).begin(), 12)
    if how == "moved":
        path.rename(tmp_path / "away")
    else:
        path.unlink()
    if how == "replaced":
        shutil.copy(tmp_path / "other", path)
    pegs(sitting, 30)
    assert len(sitting.journal.notices) == 1
    assert sitting.again().pegs == (42, 0)
    assert sitting.journal.notices == ()
    sitting.table.close()


def test_the_backup_does_not_follow_a_file_in_the_journals_place(
    path: Path, tmp_path: Path
) -> None:
    """Opening it would replace the backup, and could crash the process."""
    Sitting(tmp_path / "other").begin().table.close()
    pegs(Sitting(path).begin(), 12).table.close()
    sitting = Sitting(path)
    path.unlink()
    shutil.copy(tmp_path / "other", path)
    sitting.table.close()
    with closing(Database.open_read_only(companion(path, "backup"))) as backup:
        assert backup.journal == sitting.journal.name


def test_an_entry_is_refused_if_the_file_has_another_end(path: Path) -> None:
    """Nothing is accepted after a row that this table did not write."""
    sitting = pegs(Sitting(path).begin(), 3)
    edit(path, "INSERT INTO entries VALUES (5, NULL, '', '')")
    with pytest.raises(JournalFault) as refused:
        pegs(sitting, 1)
    assert refused.value.code is Trouble.DAMAGED
    sitting.table.close()


def test_a_key_of_another_action_is_refused(path: Path) -> None:
    """A client must not get 201 for something that was not entered."""
    sitting = Sitting(path).begin()
    sitting.do("starter", card="4H", key="k")
    assert sitting.do("starter", card="4H", key="k").version == 2
    with pytest.raises(Refusal) as refused:
        sitting.do("play", card="K", key="k", seen=1)
    assert refused.value.code is Code.BAD_VALUE
    assert sitting.now.version == 2
    sitting.table.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_writes_belongs_to_the_owner_of_the_folder(path: Path, tmp_path: Path) -> None:
    """After `sudo cribble import` the table can still open its journal."""
    lines = list(export_lines(Sitting(tmp_path / "other").begin().path))
    path.parent.mkdir()
    os.chown(path.parent, TABLE_USER, TABLE_USER)
    import_lines(lines, path)
    assert {file.stat().st_uid for file in path.parent.iterdir()} == {TABLE_USER}
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_is_shown_of_an_export_moves_no_cursor(path: Path) -> None:
    """A file from someone else cannot send control sequences to the terminal."""
    with pytest.raises(InvalidExport, match=r"x1b\[2J"):
        import_lines([b"\x1b[2J\x1b]0;cribble\x07\n"], path)


def test_a_new_journal_is_for_its_owner_only(tmp_path: Path) -> None:
    sitting = pegs(Sitting(tmp_path / "journal.sqlite").begin(), 2)
    modes = set()
    for file in tmp_path.iterdir():
        with suppress(FileNotFoundError):  # The backup's own log comes and goes.
            modes.add(file.stat().st_mode & 0o777)
    sitting.table.close()
    assert modes == {0o600}
    assert rows(tmp_path / "journal.sqlite", "SELECT count(*) FROM entries") == [(3,)]


def test_a_backup_that_cannot_follow_says_why_and_what_mends_it(path: Path) -> None:
    sitting = Sitting(path).begin()
    backup = companion(path, "backup")
    sitting.table.close()
    for one in path.parent.glob(f"{backup.name}*"):
        one.unlink()
    backup.mkdir()
    before = sorted(path.parent.iterdir())
    assert "move it elsewhere" in str(find_trouble(path))
    assert sorted(path.parent.iterdir()) == before
    sitting = Sitting(path)
    sitting.journal.back_up()
    soon(lambda: sitting.table.backup_fault)
    assert sitting.table.backup_fault.values["backup"] == backup
    backup.rmdir()
    sitting.journal.back_up()
    soon(lambda: sitting.table.backup_fault is None)
    sitting.table.close()
    assert find_trouble(path) is None


def test_damage_in_older_years_is_told_while_the_backup_follows(path: Path) -> None:
    sitting = Sitting(path)
    for game in "XYZ":
        sitting.begin()
        for number in range(60):
            sitting.do("rename", seat=0, name=f"Ann {game}{number}")
        sitting.do("abandon")
    sitting.table.close()
    with path.open("r+b") as file:
        file.seek(file.read().index(b"Ann X30") // 4096 * 4096)
        file.write(bytes(4096))
    assert find_trouble(path)
    sitting = Sitting(path)
    sitting.journal.back_up()
    soon(lambda: sitting.table.backup_fault)
    assert sitting.journal.backup_trouble.code is Trouble.DAMAGED
    assert str(path) in str(sitting.table.backup_fault)
    sitting.table.close()
