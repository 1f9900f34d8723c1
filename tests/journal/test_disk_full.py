"""A full, read-only or broken disk: unsaved entries are not shown; afterwards all goes on."""

import resource
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import enumerate as enumerate_threads

import pytest

from scorekeeper.journal import Journal, JournalFault, Trouble, export_lines
from scorekeeper.journal.database import Database
from scorekeeper.journal.journal import new_entry
from tests.kit.drivers.table_setup import Sitting, ask, same


def _mount(folder: Path, *options: str) -> None:
    command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "cribble-test", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"only root may make a small disk: {done.stderr.strip()}")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 400 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    _mount(folder, "size=400k")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def no_file_grows(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def fill(folder: Path) -> Path:
    filler = folder / "holiday-pictures"
    with filler.open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    return filler


def refused(sitting: Sitting, code: Trouble) -> None:
    """Check that an entry that cannot be stored is refused in plain words and not shown."""
    before = sitting.now
    for _ in range(3):
        with pytest.raises(JournalFault) as fault:
            sitting.do("peg", team=0, points=1, key="one")
        assert fault.value.code is code
        assert sitting.now is before
        assert sitting.journal.trouble is None or sitting.journal.trouble.code is code


def test_an_entry_on_a_full_disk_is_refused_until_there_is_space(disk: Path) -> None:
    sitting = Sitting(disk / "journal.sqlite3").begin()
    for thread in enumerate_threads():
        if thread.name == "backup":  # It makes room in the journal's write-ahead log at its end.
            thread.join()
    fill(disk)
    with pytest.raises(JournalFault, match="No disk space left for the journal"):
        # There may still be room in the files of the journal.
        [sitting.do("rename", seat=0, name="A" * 40) for _ in range(1000)]
    filler = fill(disk)
    refused(sitting, Trouble.NO_SPACE)
    before = sitting.now.version
    filler.unlink()
    assert sitting.do("peg", team=0, points=1, key="one").version == before + 1
    assert sitting.do("peg", team=0, points=1, key="one").version == before + 1
    assert sitting.journal.trouble is None
    after = sitting.now
    assert same(sitting.again().now, after)
    assert sitting.journal.notices == ()
    sitting.table.close()


def test_a_journal_on_a_full_disk_does_not_open_and_leaves_nothing_harmful(disk: Path) -> None:
    filler = fill(disk)
    with pytest.raises(JournalFault) as fault:
        Journal.open(disk / "journal.sqlite3")
    assert fault.value.code is Trouble.NO_SPACE
    filler.unlink()
    sitting = Sitting(disk / "journal.sqlite3").begin()
    assert sitting.journal.notices == ()
    sitting.table.close()


def test_a_journal_on_a_read_only_disk_does_not_open(disk: Path) -> None:
    Sitting(disk / "journal.sqlite3").begin().table.close()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(JournalFault, match="read-only disk") as fault:
        Journal.open(disk / "journal.sqlite3")
    assert fault.value.code is Trouble.READ_ONLY
    with pytest.raises(JournalFault) as fault:
        next(export_lines(disk / "journal.sqlite3"))
    assert fault.value.code is Trouble.READ_ONLY


def test_a_line_whose_write_failed_late_is_shown_with_the_next_entry(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    sitting, other = Sitting(path).begin(), Sitting().begin()
    peg = ask("peg", team=0, points=1)
    other.table.submit(peg, key="one")
    with no_file_grows(8192):
        refused(sitting, Trouble.IO_ERROR)
    with closing(Database.open(path)) as database:
        database.add(2, [new_entry(other.journal.rows(2, 2)[0])])
    assert sitting.table.submit(peg, key="one").version == 2
    assert (sitting.now.version, sitting.pegs) == (2, (1, 0))
    sitting.table.close()


@pytest.mark.parametrize("where", ["file/journal.sqlite3", "folder"])
def test_a_path_where_no_journal_can_be_is_named(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalFault, match=where) as fault:
        Journal.open(tmp_path / where)
    assert fault.value.code in {Trouble.NO_ACCESS, Trouble.IO_ERROR}
