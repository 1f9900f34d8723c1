"""Torn, flipped, foreign or missing data: the journal opens with all valid rows, and says so."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from scorekeeper.game.snapshot import Snapshot
from scorekeeper.journal import JournalFault, StartupNotice, Trouble, export_lines
from scorekeeper.journal.backup import find_trouble
from scorekeeper.journal.files import companion
from tests.kit.drivers.table_setup import Sitting, Watch, same
from tests.kit.fakes.file_damage import DAMAGED, cut, edit, flip, lying_in, rows, zero

Shown = list[Snapshot]

TAIL = 8192

SOME = 6
"""The number of places in the tail, or of flipped bits, that are tried; the slow tests try all."""

soak = pytest.mark.slow
HOW_MANY = [SOME, pytest.param(TAIL, marks=soak)]
TEAR = pytest.mark.parametrize("tear", [cut, zero])
BACKED_UP = pytest.mark.parametrize("backed_up", [True, False])


def play(sitting: Sitting) -> Shown:
    """Play a deal and a bit more; return the snapshots after each line, first the empty table."""
    shown = [sitting.now]

    def enter(what: str, **fields: object) -> None:
        sitting.do(what, **fields)
        shown.append(sitting.now)

    enter("start", rules="acc", players=["Ann", "Ben"], dealer=1)
    _enter_deal(enter, "4H", "10 5 K 6 A A 9")
    enter("deal")
    sitting.again()  # so that the write-ahead log holds exactly the lines from here on
    _enter_deal(enter, "JD", "8 7 6")
    return shown


def _enter_deal(enter: Callable[..., None], starter: str, cards: str) -> None:
    enter("starter", card=starter)
    for number, card in enumerate(cards.split()):
        enter("play", card=card, key=f"{starter}{number}")
    enter("undo")
    enter("redo")
    enter("amend", entry=2, actions=[{"do": "starter", "card": "3S"}])
    enter("rename", seat=0, name="Éva")


def found_again(path: Path, shown: Shown) -> tuple[int, tuple[StartupNotice, ...]]:
    """Open the damaged journal; return how many lines it has, and its notices.

    The table must have one of its former states, report lost lines, and go on.
    """
    sitting = Sitting(path)
    kept, news = sitting.now.version, sitting.journal.notices
    assert same(sitting.now, shown[kept])
    assert sum(found.values.get("lost", 0) for found in news) == len(shown) - 1 - kept
    assert news == () or sitting.now.journal != shown[0].journal
    with suppress(JournalFault):
        _go_on(sitting)
    if sitting.now.version == kept:
        # A page that is only written was damaged: it is repaired now, and the entry retried.
        _go_on(sitting)
    sitting.table.close()
    return kept, news


def _go_on(sitting: Sitting) -> None:
    _ = sitting.do("undo") if sitting.now.undo else sitting.begin()


def places(file: Path, number: int) -> Iterator[int]:
    size = file.stat().st_size
    first = max(0, size - TAIL)
    return iter(range(size - 1, first - 1, -((size - first) // number)))


def copied(path: Path, *, backed_up: bool) -> Path:
    """Copy the journal and its accompanying files to a folder where they may be damaged."""
    folder = path.parent.with_name("copy")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(path.parent, folder)
    if not backed_up:
        (folder / f"{path.name}.backup").unlink(missing_ok=True)
    return folder / path.name


@TEAR
@pytest.mark.parametrize("number", HOW_MANY)
def test_a_torn_write_ahead_log_loses_only_counted_lines(
    path: Path, sitting: Sitting, tear: Callable[[Path, int], None], number: int
) -> None:
    shown = play(sitting)
    least = len(shown)
    for place in places(path.with_name(f"{path.name}-wal"), number):
        copy = copied(path, backed_up=False)
        tear(copy.with_name(f"{path.name}-wal"), place)
        kept, news = found_again(copy, shown)
        assert [found.what for found in news] == ["shortened"] * (kept < len(shown) - 1)
        least = min(least, kept)
    assert len(shown) - 5 < least < len(shown) - 1


@TEAR
@BACKED_UP
@pytest.mark.parametrize("number", HOW_MANY)
def test_a_torn_journal_is_restored_from_its_backup(
    path: Path, sitting: Sitting, tear: Callable[[Path, int], None], number: int, *, backed_up: bool
) -> None:
    shown = play(sitting)
    sitting.table.close()
    for place in places(path, number):
        copy = copied(path, backed_up=backed_up)
        tear(copy, place)
        kept, _ = found_again(copy, shown)
        assert kept == len(shown) - 1 or not backed_up


@BACKED_UP
@pytest.mark.parametrize("number", [4 * SOME, pytest.param(1000, marks=soak)])
def test_a_flipped_bit_never_shows_a_state_that_was_not(
    path: Path, sitting: Sitting, number: int, *, backed_up: bool
) -> None:
    shown = play(sitting)
    sitting.table.close()
    luck, size = Random(29), path.stat().st_size
    for _ in range(number):
        copy = copied(path, backed_up=backed_up)
        flip(copy, luck.randrange(size), luck.randrange(8))
        kept, _ = found_again(copy, shown)
        assert kept == len(shown) - 1 or not backed_up


def test_a_journal_of_another_layout_is_quarantined_with_its_backup(path: Path) -> None:
    Sitting(path).begin().lay("4H 10").table.close()
    backup = companion(path, "backup")
    for file in (path, backup):
        layout = "UPDATE meta SET value = 5 WHERE name = 'layout'"
        edit(file, "PRAGMA user_version = 5", layout, "ALTER TABLE entries RENAME TO journal")
    before = path.read_bytes(), backup.read_bytes()
    with pytest.raises(JournalFault, match="not a journal that this version of Cribble can read"):
        next(export_lines(path))
    assert find_trouble(path) is None
    sitting = Sitting(path)
    (found,) = sitting.journal.notices
    assert found.what == "foreign"
    assert "a new journal was created" in found.sentence
    assert sitting.now.version == 0
    sitting.begin().table.close()
    asides = [found.values["aside"], found.values["aside"].replace("e3.", "e3.backup.")]
    assert tuple(Path(aside).read_bytes() for aside in asides) == before
    assert find_trouble(path) is None
    assert Sitting(path).journal.notices == ()


def test_two_quarantined_files_of_one_second_are_both_kept(path: Path) -> None:
    for number in (1, 2):
        path.parent.mkdir(exist_ok=True)
        path.write_text("nuts" * 999, encoding="utf-8")
        sitting = Sitting(path, Watch())
        sitting.table.close()
        assert len([name for name in lying_in(path.parent) if "T200001Z" in name]) == number


DAMAGE: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "it is missing": (Path.unlink, ["missing"]),
    "a row was edited": (lambda path: edit(path, DAMAGED.format(4)), ["damaged"]),
    "another program added a view": (
        lambda path: rows(path, "CREATE VIEW ours AS SELECT * FROM entries"),
        [],
    ),
    "the plug was pulled during a repair": (
        lambda path: path.rename(path.with_name(f"{path.name}.new")),
        [],
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_journal_with_its_backup_comes_back_with_all_rows(
    path: Path, sitting: Sitting, what: str
) -> None:
    shown = play(sitting)
    sitting.table.close()
    damage, told = DAMAGE[what]
    damage(path)
    kept, news = found_again(path, shown)
    assert (kept, [found.what for found in news]) == (len(shown) - 1, told)


def test_damage_that_undo_meets_is_repaired_from_the_backup(path: Path, sitting: Sitting) -> None:
    play(sitting)
    sitting.do("abandon")
    over = sitting.now
    sitting.begin()
    sitting.do("starter", card="4H")
    sitting.table.close()
    edit(path, DAMAGED.format(3))
    sitting.again()
    assert sitting.journal.notices == ()
    sitting.do("undo")
    with pytest.raises(JournalFault) as fault:
        sitting.do("undo")
    assert fault.value.code is Trouble.DAMAGED
    assert [found.what for found in sitting.journal.notices] == ["damaged"]
    sitting.do("undo")
    assert sitting.now.game == over.game


def test_the_next_game_begins_though_the_list_and_old_rows_are_damaged(
    path: Path, sitting: Sitting
) -> None:
    sitting.begin()
    for _ in range(3):
        sitting.do("abandon")
        sitting.do("next")
    sitting.table.close()
    path.with_name(f"{path.name}.backup").unlink()
    edit(path, "UPDATE games SET sum = ''", DAMAGED.format(3))
    sitting.again()
    sitting.do("abandon")
    assert sitting.do("next").version == 9
    with pytest.raises(JournalFault) as fault:
        sitting.table.games()
    assert fault.value.code is Trouble.DAMAGED
    assert sitting.do("starter", card="4H").version == 10


def test_the_backup_does_not_copy_damage(path: Path, sitting: Sitting) -> None:
    play(sitting)
    sitting.do("abandon")
    sitting.begin().table.close()
    edit(path, DAMAGED.format(3))
    sitting.again()
    sitting.do("starter", card="4H")
    last = sitting.now.version
    sitting.table.close()
    assert sitting.journal.backup_trouble is None
    backup = path.with_name(f"{path.name}.backup")
    assert rows(backup, "SELECT max(version), max(instr(body, 'Eve')) FROM entries") == [(last, 0)]


def test_a_backup_of_another_course_of_the_evening_is_never_mixed_in(
    path: Path, sitting: Sitting
) -> None:
    """An older copy of the file was put back alone, and new entries were made."""
    sitting.begin()
    sitting.table.close()
    older = path.read_bytes()
    sitting.again()
    for _ in range(5):
        sitting.do("peg", team=0, points=1)
    sitting.table.close()
    path.write_bytes(older)
    companion(path, "tally").unlink()
    sitting.again()
    for _ in range(3):
        sitting.do("peg", team=1, points=2)
    copy = copied(path, backed_up=True)
    edit(copy, DAMAGED.format(4))
    again = Sitting(copy)
    assert (again.now.version, again.pegs) == (3, (0, 4))
    again.table.close()
    sitting.table.close()
    entries = "SELECT version, body FROM entries"
    assert rows(companion(path, "backup"), entries) == rows(path, entries)


def test_a_damaged_key_index_is_noticed_and_rebuilt(path: Path, sitting: Sitting) -> None:
    shown = play(sitting)
    sitting.table.close()
    content = path.read_bytes()
    pages = [found.start() // 4096 for found in re.finditer(b"4H0", content)]
    (page,) = (page for page in pages if pages.count(page) == 1)  # The row contains it twice.
    in_index = content.index(b"4H0", page * 4096)
    path.write_bytes(content[:in_index] + b"4H/" + content[in_index + 3 :])
    sitting.again()
    with pytest.raises(JournalFault):
        sitting.do("play", card="4", key="4H/")
    assert sitting.do("play", card="4", key="4H/").version == len(shown)
    assert sitting.do("play", card="10", key="4H0").version == 3
