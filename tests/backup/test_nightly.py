"""Nightly backups: when and where they are made, and how many are kept."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copy
from typing import NamedTuple
from zipfile import ZipFile

import pytest

from cribble.backup.archive import GAMES
from cribble.backup.backups import (
    FOLDER,
    KEPT,
    NightlyBackup,
    copies_in,
    copy_name,
    make_copy,
    stick,
)
from cribble.folders import DEVICES, JOURNAL
from cribble.system.process import WallClock
from scorekeeper.words import Fault
from tests.kit.paths import DATA

JOURNAL_ID = "0123abcdef456789"
EVENING = datetime(2026, 11, 22, 20, 0, tzinfo=UTC)


class Night(NamedTuple):
    data: Path
    backup: NightlyBackup
    told: list[Fault]
    seconds: list[float]

    def wait(self, **time: float) -> list[str]:
        """Advance the clock, poll, and return the names of the backups."""
        self.seconds[0] += timedelta(**time).total_seconds()
        self.backup.poll()
        self.backup.join(20)
        return [path.name for path in copies_in(self.data / FOLDER)]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (folder := tmp_path / "data").mkdir()
    (folder / DEVICES).write_bytes(b'{"0123":1}')
    return folder


def night(
    data: Path,
    *,
    is_set: bool = True,
    find_stick: Callable[[], Path | None] = lambda: None,
    journal: str = JOURNAL_ID,
) -> Night:
    seconds, told = [0.0], list[Fault]()
    backup = NightlyBackup(
        data,
        None,
        told.append,
        journal=lambda: journal,
        clock=WallClock(lambda: is_set, lambda: seconds[0]),
        now=lambda: EVENING + timedelta(seconds=seconds[0]),
        ticks=lambda: seconds[0],
        find_stick=find_stick,
    )
    return Night(data, backup, told, seconds)


def test_copy_is_made_each_night_at_four_and_fourteen_are_kept(data: Path) -> None:
    one = night(data)
    assert one.wait(seconds=59) == []
    assert one.wait(seconds=1) == ["cribble-2026-11-22-0123abcd.zip"]
    assert one.wait(hours=7, minutes=58) == ["cribble-2026-11-22-0123abcd.zip"]
    assert one.wait(minutes=2)[0] == "cribble-2026-11-23-0123abcd.zip"
    for _ in range(20):
        kept = one.wait(days=1)
    assert (len(kept), kept[0], kept[-1]) == (
        KEPT,
        "cribble-2026-12-13-0123abcd.zip",
        "cribble-2026-11-30-0123abcd.zip",
    )
    assert one.told == []
    assert (data / FOLDER).stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in copies_in(data / FOLDER))


def test_copies_wait_for_the_clock_for_ten_minutes_at_most(data: Path) -> None:
    """Without internet the clock is never synchronized, but backups are still made."""
    one = night(data, is_set=False)
    assert one.wait(minutes=9) == []
    assert one.wait(minutes=2) == ["cribble-2026-11-22-0123abcd.zip"]


def test_copies_of_a_clock_that_was_ahead_do_not_take_the_place_of_new_ones(data: Path) -> None:
    ahead = (EVENING + timedelta(days=3650)).timestamp()
    (data / FOLDER).mkdir()
    for day in range(10, 10 + KEPT):
        (copy := data / FOLDER / f"cribble-2036-11-{day}-0123abcd.zip").touch()
        os.utime(copy, (ahead, ahead + day))
    one, today = night(data), data / FOLDER / "cribble-2026-11-22-0123abcd.zip"
    assert len(one.wait(minutes=1)) == KEPT
    made = today.stat().st_ino
    for _ in range(3):
        one.wait(seconds=10)
        assert today.stat().st_ino == made, "it is not written again"
    kept = one.wait(days=1)
    assert kept[:2] == ["cribble-2026-11-23-0123abcd.zip", today.name]
    assert (len(kept), kept[2]) == (KEPT, "cribble-2036-11-23-0123abcd.zip")


def test_two_tables_keep_their_copies_on_one_stick(data: Path, tmp_path: Path) -> None:
    (stick := tmp_path / "stick").mkdir()
    for journal in ("aaaa", "bbbb"):
        one = night(data, find_stick=lambda: stick, journal=journal)
        one.wait(minutes=1)
        for _ in range(KEPT):
            one.wait(days=1)
        assert len(one.backup.copies()[1]) == KEPT
    for journal in ("aaaa", "bbbb"):
        assert len(list(stick.glob(f"*-{journal}.zip"))) == KEPT


def test_stick_gets_a_copy_when_it_comes_and_each_night(data: Path, tmp_path: Path) -> None:
    (plugged := tmp_path / "stick").mkdir()
    there: list[Path | None] = [None]
    one = night(data, find_stick=lambda: there[0])
    one.wait(minutes=1)
    assert copies_in(plugged) == []
    there[0] = plugged
    one.wait(seconds=10)
    (first,) = copies_in(plugged)
    assert first.name == "cribble-2026-11-22-0123abcd.zip"
    first.write_bytes(b"")
    one.wait(seconds=10)
    assert first.stat().st_size == 0, "it was there already"
    there[0] = None
    one.wait(seconds=10)
    there[0] = plugged
    one.wait(seconds=10)
    assert first.stat().st_size > 0, "a game may have been played since"
    one.wait(days=1)
    assert len(copies_in(plugged)) == 2


def test_folder_that_takes_nothing_is_told_once_an_hour(data: Path) -> None:
    (data / FOLDER).write_text("in the way")
    one = night(data)
    assert one.wait(minutes=1) == []
    assert one.wait(minutes=30) == []
    assert [str(fault) for fault in one.told] == [
        f"Tonight’s backup could not be written to {data / FOLDER} (File exists)."
    ]
    (data / FOLDER).unlink()
    assert one.wait(minutes=31) == ["cribble-2026-11-22-0123abcd.zip"]


def test_a_copy_that_was_cut_off_is_not_listed(data: Path) -> None:
    """A power cut leaves a partial file under another name, which the next backup deletes."""
    (data / FOLDER).mkdir()
    (data / FOLDER / "cribble.part").write_bytes(b"PK")
    assert copies_in(data / FOLDER) == []
    copy(DATA / "journals/evenings.sqlite3", data / JOURNAL)
    made = make_copy(data / FOLDER, data, None, EVENING.date(), JOURNAL_ID)
    assert {GAMES, DEVICES} < {*ZipFile(made).namelist()}
    assert [path.name for path in (data / FOLDER).iterdir()] == [
        copy_name(EVENING.date(), JOURNAL_ID)
    ]


MOUNTED = "36 35 8:1 / {place} rw,noatime shared:1 - {kind} {source} rw\n"


@pytest.mark.parametrize(
    ("source", "place", "label", "found"),
    [
        ("/dev/sda1", "/run/cribble-stick", True, "/run/cribble-stick"),
        ("/dev/sda1", r"/media/ann/My\040stick", True, "/media/ann/My stick"),
        ("/dev/sda1", "/run/media/ann/CRIBBLE", False, "/run/media/ann/CRIBBLE"),
        ("/dev/sda1", "/srv/ann/CRIBBLE", False, None),
        ("tmpfs", "/media/ann/CRIBBLE", False, None),
    ],
)
def test_stick_is_known_by_its_label(
    source: str, place: str, label: bool, found: str | None, tmp_path: Path
) -> None:
    (tmp_path / "proc/self").mkdir(parents=True)
    mounts = MOUNTED.format(place=place, kind="vfat", source=source)
    (tmp_path / "proc/self/mountinfo").write_text("nonsense\n" + mounts)
    if label:
        (tmp_path / "dev/disk/by-label").mkdir(parents=True)
        device = Path("/dev/null")
        (tmp_path / "dev/disk/by-label/CRIBBLE").symlink_to(device)
        text = (tmp_path / "proc/self/mountinfo").read_text()
        (tmp_path / "proc/self/mountinfo").write_text(text.replace("/dev/sda1", str(device)))
    assert stick(tmp_path) == (Path(found) if found else None)
