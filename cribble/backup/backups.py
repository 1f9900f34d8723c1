"""Backups of an open table: nightly copies, and uploads from a phone."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, time
from typing import Final

from cribble.config.schema import Config
from cribble.system.process import WallClock
from scorekeeper.journal import JournalFault
from scorekeeper.private_files import give_to_folder_owner
from scorekeeper.words import Fault, en
from web import BackupCopy, BackupFile, Offer, WrongPiece

log = logging.getLogger(__name__)

FOLDER: Final = "backups"
"""The folder of the nightly copies, in the data folder."""
KEPT: Final = 14
BEGINS: Final = timedelta(hours=4)
"""Start of a day, relative to midnight; evenings may end after midnight."""
NAME: Final = re.compile(r"cribble-(?P<day>\d{4}-\d\d-\d\d)(?:-(?P<journal>[0-9a-f]+))?\.zip")
ID_LENGTH: Final = 8
"""Number of characters of the journal id in a copy's name; tables may share a USB stick."""

POLL_SECONDS: Final = 10.0
SETTLE_SECONDS: Final = 60.0
"""Delay in seconds after startup before the first copy, while phones connect."""
CLOCK_SECONDS: Final = 600.0
"""Maximum wait in seconds for the clock to be set; afterwards copies are made anyway."""
AGAIN_SECONDS: Final = 3600.0
"""Delay in seconds before a failed copy is retried."""

STICK: Final = "CRIBBLE"
LABEL: Final = f"dev/disk/by-label/{STICK}"
MOUNTS: Final = "proc/self/mountinfo"
ESCAPED: Final = re.compile(r"\\(\d{3})")


def local_now() -> datetime:
    return datetime.now(UTC).astimezone()


def copy_name(day: date, journal: str) -> str:
    return f"cribble-{day:%Y-%m-%d}-{journal[:ID_LENGTH]}.zip"


def day_of(copy: Path) -> str:
    name = NAME.fullmatch(copy.name)
    return name["day"] if name else ""


def copies_in(folder: Path, journal: str | None = None) -> list[Path]:
    """Return the copies in *folder*, newest first, optionally of one journal. Copies dated in the
    future, made while the clock was wrong, come last."""
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
    """Write the copy for *day* into *folder* atomically and delete the oldest ones; on a stick,
    only those of this *journal*. Raises JournalFault, OSError."""
    from cribble.backup.archive import write_backup  # Lazily: slow to import.

    folder.mkdir(mode=0o700, exist_ok=True)
    with suppress(OSError):  # FAT has no owners.
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
    """Return the mount point of the USB stick labelled CRIBBLE, found via udev's link or, without
    udev, by the name under which a desktop mounts it (proc(5), mountinfo)."""
    label = root / LABEL
    device = str(label.resolve()) if label.exists() else ""
    try:
        mounts = (root / MOUNTS).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    for line in mounts:
        mount, _, rest = line.partition(" - ")
        fields, (_, source, *_) = mount.split(), (*rest.split(), "", "")
        if len(fields) <= 4 or not source.startswith("/dev/"):
            continue
        place = Path(ESCAPED.sub(lambda octal: chr(int(octal[1], 8)), fields[4]))
        by_desktop = place.name == STICK and place.parts[1:2] in (("media",), ("run",))
        if source == device or by_desktop:
            return place
    return None


class NightlyBackup:
    """Makes a copy each night, and another when the stick is plugged in. *journal* returns the
    journal's id.

    Call ``poll`` about once a second; copies are written in a background thread.
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
        self.data, self.config, self._tell, self._journal = data, config, tell, journal
        self._clock, self._now, self._ticks, self._find_stick = clock, now, ticks, find_stick
        self._started = ticks()
        self._due = self._started + SETTLE_SECONDS
        self._stick: Path | None = None
        self._failed: dict[Path, float] = {}
        self._thread: Thread | None = None

    @property
    def folder(self) -> Path:
        return self.data / FOLDER

    def copies(self) -> tuple[list[Path], list[Path]]:
        """Return the copies on this machine, and those of this table on the stick, newest first."""
        there = copies_in(self._stick, self._journal()) if self._stick else []
        return copies_in(self.folder), there

    def poll(self) -> None:
        """Start a copy for each folder that has none from today, and for a newly inserted stick."""
        now = self._ticks()
        if now < self._due or (self._thread and self._thread.is_alive()):
            return
        self._due = now + POLL_SECONDS
        if not self._clock.is_right and now < self._started + CLOCK_SECONDS:
            return
        previous, self._stick = self._stick, self._find_stick()
        day = (self._now() - BEGINS).date()
        today, folders = copy_name(day, self._journal()), list[Path]()
        for folder in (self.folder, *((self._stick,) if self._stick else ())):
            is_new = folder == self._stick != previous
            is_waiting = now < self._failed.get(folder, now)
            if is_new or not (is_waiting or (folder / today).exists()):
                folders.append(folder)
        if folders:
            make = partial(self._make, folders, day)
            self._thread = Thread(target=make, name="backup", daemon=True)
            self._thread.start()

    def join(self, within: float | None = None) -> None:
        if self._thread:
            self._thread.join(within)

    def _make(self, folders: Sequence[Path], day: date) -> None:
        for folder in folders:
            try:
                copy = make_copy(folder, self.data, self.config, day, self._journal())
            except (JournalFault, OSError) as fault:
                self._failed[folder] = self._ticks() + AGAIN_SECONDS
                reason = getattr(fault, "strerror", None) or str(fault)
                sentence = en("Tonight’s backup could not be written to {folder} ({reason}).")
                self._tell(Fault(sentence, folder=folder, reason=reason))
            else:
                self._failed.pop(folder, None)
                log.info("backup written: %s", copy)


UPLOAD: Final = "uploaded.zip"
MAX_SIZE: Final = 256 << 20
"""Maximum size of an upload in bytes, about 50,000 games."""
MIN_FREE: Final = 64 << 20
"""Minimum free disk space in bytes, reserved for the games."""
CHUNK: Final = 1 << 16


class Backups:
    """Backup and restore for the page of an open table. *own* reads this machine's config;
    *entries* counts the journal's entries; *close* shuts the table down for a restore."""

    def __init__(
        self,
        nightly: NightlyBackup,
        *,
        own: Callable[[], Config],
        entries: Callable[[], int],
        close: Callable[[], None],
        failed: Fault | None = None,
    ) -> None:
        self._data, self._config, self._nightly = nightly.data, nightly.config, nightly
        self._own, self._entries, self._close, self._lock = own, entries, close, Lock()
        self._verified = ""
        self.failed = failed
        """The reason why the last accepted backup was not restored."""
        self.accepted = False
        """True if the table must restart to restore the upload."""
        self._upload = nightly.data / UPLOAD

    def file(self) -> BackupFile:
        """Return a backup made now. Raises JournalFault, OSError."""
        from cribble.backup.archive import write_backup  # Lazily: slow to import.

        out = tempfile.TemporaryFile(dir=self._data)  # noqa: SIM115 (its response closes it)
        write_backup(out, self._data, self._config)
        size = out.tell()
        out.seek(0)

        def chunks() -> Iterator[bytes]:
            with out:
                while chunk := out.read(CHUNK):
                    yield chunk

        return BackupFile(f"cribble-{local_now():%Y-%m-%d}.zip", size, chunks())

    def copies(self) -> tuple[BackupCopy, ...]:
        """Return the nightly copies on this machine and on the stick, each newest first."""
        here, there = self._nightly.copies()
        return (
            *(BackupCopy(day_of(copy), "here") for copy in here),
            *(BackupCopy(day_of(copy), "stick") for copy in there),
        )

    def take(self, offset: int, piece: bytes) -> int:
        """Append *piece* to the upload at *offset*; return the new size. Offset 0 starts a new
        upload. Raises WrongPiece if *offset* is not the current size; Fault; OSError."""
        with self._lock:
            self._refuse_after_accepting()
            self._verified = ""
            mode = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | (0 if offset else os.O_TRUNC)
            with os.fdopen(os.open(self._upload, mode, 0o600), "ab") as file:
                end = file.tell()
                if end != offset:
                    raise WrongPiece(end)
                size = end + len(piece)
                free = shutil.disk_usage(self._data).free
                if size > MAX_SIZE or free < len(piece) + MIN_FREE:
                    sentence = en("The backup is too large: the maximum is {most} bytes.")
                    raise Fault(sentence, most=end)
                file.write(piece)
        return size

    def offer(self) -> Offer:
        """Stage the upload; return its contents. Raises Fault, such as InvalidBackup."""
        from cribble.backup.archive import stage

        with self._lock:
            self._refuse_after_accepting()
            self._verified = ""
            try:
                with self._upload.open("rb") as content:
                    digest = hashlib.file_digest(content, "sha256").hexdigest()
                staged = stage(self._upload, self._data, self._own())
            except FileNotFoundError:
                raise Fault(en("No backup was uploaded.")) from None
            except Fault:
                self._upload.unlink(missing_ok=True)
                raise
            self._verified = digest
        return Offer(
            digest,
            staged.manifest.made,
            staged.manifest.version,
            tuple(staged.manifest.parts),
            staged.entries,
            self._entries(),
            staged.changes,
        )

    def accept(self, digest: str) -> None:
        """Commit the upload with this SHA-256, and close the table for a restore. Raises Fault,
        OSError."""
        from cribble.backup.archive import commit

        with self._lock:
            self._refuse_after_accepting()
            if not self._verified or self._verified != digest:
                raise Fault(en("That is not the most recently uploaded backup."))
            commit(self._data)
            self.accepted = True
            self._upload.unlink(missing_ok=True)
        self._close()

    def _refuse_after_accepting(self) -> None:
        if self.accepted:
            raise Fault(en("The table is about to restart from a backup: wait a moment."))
