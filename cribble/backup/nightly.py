"""A backup each night, kept for 14 days: beside the games, and on a USB stick called CRIBBLE."""

import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Thread
from time import monotonic, time
from typing import Final

from cribble.system.platform import WallClock
from scorekeeper.journal import JournalFault
from scorekeeper.private_files import give_to_folder_owner
from scorekeeper.words import Fault, en

log = logging.getLogger(__name__)

FOLDER: Final = "backups"
"""The folder of the copies, in the data folder."""
KEPT: Final = 14
BEGINS: Final = timedelta(hours=4)
"""A day begins at four: evenings end after midnight."""
NAME: Final = re.compile(r"cribble-(?P<day>\d{4}-\d\d-\d\d)(?:-(?P<journal>[0-9a-f]+))?\.zip")
ID_LENGTH: Final = 8
"""Characters of the journal's name in that of a copy: several tables may share a stick."""

LOOK_SECONDS: Final = 10.0
SETTLE_SECONDS: Final = 60.0
"""After the start: phones come first."""
CLOCK_SECONDS: Final = 600.0
"""So long it waits for the clock to be set; a machine that never hears the time has copies, too."""
AGAIN_SECONDS: Final = 3600.0
"""After a copy that could not be made."""

STICK: Final = "CRIBBLE"
LABEL: Final = f"dev/disk/by-label/{STICK}"
MOUNTS: Final = "proc/self/mountinfo"
ESCAPED: Final = re.compile(r"\\(\d{3})")


def local_now() -> datetime:
    """Return the time on the wall."""
    return datetime.now(UTC).astimezone()


def copy_name(day: date, journal: str) -> str:
    """Return the name of the copy of *journal* on *day*."""
    return f"cribble-{day:%Y-%m-%d}-{journal[:ID_LENGTH]}.zip"


def day_of(copy: Path) -> str:
    """Return the day of a copy as YYYY-MM-DD."""
    name = NAME.fullmatch(copy.name)
    return name["day"] if name else ""


def copies_in(folder: Path, journal: str | None = None) -> list[Path]:
    """Return the copies in *folder*, of all journals or of one, the newest first. A copy from
    the future was made while the clock was ahead, and counts as the oldest."""
    with suppress(OSError):
        modified = {
            path: path.stat().st_mtime
            for path in folder.iterdir()
            if (name := NAME.fullmatch(path.name))
            and (journal is None or name["journal"] == journal[:ID_LENGTH])
        }
        now = time()
        return sorted(
            modified, key=lambda path: (modified[path] <= now, modified[path]), reverse=True
        )
    return []


def make_copy(folder: Path, data: Path, config: Path | None, day: date, journal: str) -> Path:
    """Write the copy of *day* into *folder*, whole or not at all, and delete the oldest, but for
    those of another *journal* on a stick.

    Raises JournalFault, OSError.
    """
    from cribble.backup.archive import write_backup  # Not at the start of the table.

    folder.mkdir(mode=0o700, exist_ok=True)
    with suppress(OSError):  # A stick has no owners.
        give_to_folder_owner(folder, folder.parent)
    fresh, copy = folder / "cribble.part", folder / copy_name(day, journal)
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(handle, "wb") as out:
            write_backup(out, data, config)
            out.flush()
            os.fsync(handle)
        fresh.replace(copy)
    finally:
        fresh.unlink(missing_ok=True)
    copies = copies_in(folder, None if folder.parent == data else journal)
    for old in [other for other in copies if other != copy][KEPT - 1 :]:
        old.unlink()
    return copy


def stick(root: Path = Path("/")) -> Path | None:
    """Return where the USB stick called CRIBBLE is mounted; None where there is none."""
    label = root / LABEL
    device = str(label.resolve()) if label.exists() else ""
    return next(
        (place for source, place in _mounts(root) if _is_stick(source, place, device)), None
    )


def _is_stick(source: str, place: Path, device: str) -> bool:
    """By its label; or, where no udev tells of labels, by the place that a desktop gives it."""
    by_desktop = place.name == STICK and place.parts[1:2] in (("media",), ("run",))
    return source.startswith("/dev/") and (source == device or by_desktop)


def _mounts(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the source and the place of each file system that is mounted (proc(5))."""
    with suppress(OSError):
        for line in (root / MOUNTS).read_text(encoding="utf-8", errors="replace").splitlines():
            mount, _, rest = line.partition(" - ")
            fields, more = mount.split(), rest.split()
            if len(fields) > 4 and len(more) > 1:
                place = ESCAPED.sub(lambda found: chr(int(found[1], 8)), fields[4])
                yield more[1], Path(place)


class NightlyBackup:
    """Makes the copies of a table that is open: one a night, and one whenever the stick comes.
    *journal* returns the name of its journal.

    ``look`` is called about once a second; the work is done in a thread of its own.
    """

    def __init__(
        self,
        data: Path,
        config: Path | None,
        tell: Callable[[Fault], None],
        *,
        journal: Callable[[], str],
        clock: WallClock,
        now: Callable[[], datetime] = local_now,
        ticks: Callable[[], float] = monotonic,
        find_stick: Callable[[], Path | None] = stick,
    ) -> None:
        self._data, self._config, self._tell, self._journal = data, config, tell, journal
        self._clock, self._now, self._ticks, self._find_stick = clock, now, ticks, find_stick
        self._started = ticks()
        self._due = self._started + SETTLE_SECONDS
        self._stick: Path | None = None
        self._failed: dict[Path, float] = {}
        self._thread: Thread | None = None

    @property
    def folder(self) -> Path:
        """The folder of the copies on this machine."""
        return self._data / FOLDER

    def copies(self) -> tuple[list[Path], list[Path]]:
        """Return the copies on this machine and those of this table on the stick, newest first."""
        there = copies_in(self._stick, self._journal()) if self._stick else []
        return copies_in(self.folder), there

    def look(self) -> None:
        """Begin to make the copies that are due."""
        now = self._ticks()
        if now < self._due or (self._thread and self._thread.is_alive()):
            return
        self._due = now + LOOK_SECONDS
        places = tuple(self._wanted(now))
        if places:
            day = (self._now() - BEGINS).date()
            self._thread = Thread(target=self._make, args=(places, day), name="backup", daemon=True)
            self._thread.start()

    def join(self, within: float | None = None) -> None:
        """Wait until no copy is being made."""
        if self._thread:
            self._thread.join(within)

    def _wanted(self, now: float) -> Iterator[Path]:
        """Yield the folders that have no copy of today; a stick that came wants one anyway."""
        before, self._stick = self._stick, self._find_stick()
        if not self._clock.is_right and now < self._started + CLOCK_SECONDS:
            self._stick = before
            return
        today = copy_name((self._now() - BEGINS).date(), self._journal())
        for folder in (self.folder, *((self._stick,) if self._stick else ())):
            has_come = folder == self._stick and before != self._stick
            is_resting = now < self._failed.get(folder, now)
            if has_come or not (is_resting or (folder / today).exists()):
                yield folder

    def _make(self, places: tuple[Path, ...], day: date) -> None:
        for folder in places:
            try:
                made = make_copy(folder, self._data, self._config, day, self._journal())
            except (JournalFault, OSError) as fault:
                self._failed[folder] = self._ticks() + AGAIN_SECONDS
                reason = getattr(fault, "strerror", None) or str(fault)
                sentence = en("Tonight’s backup could not be written to {folder} ({reason}).")
                self._tell(Fault(sentence, folder=folder, reason=reason))
            else:
                self._failed.pop(folder, None)
                log.info("backup written: %s", made)
