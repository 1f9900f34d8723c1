"""A backup that a phone sends back: kept piece by piece, staged, and put in place by a restart."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import IO, Final

from cribble.backup.nightly import NightlyBackup, day_of
from cribble.config.schema import Config
from scorekeeper.words import Fault, en
from web import BackupCopy, BackupFile, Offer, WrongPiece

UPLOAD: Final = "uploaded.zip"
MOST: Final = 256 << 20
"""Bytes of an upload: some 50,000 games."""
LEAST_FREE: Final = 64 << 20
"""Bytes that stay free: the games go on meanwhile."""
CHUNK: Final = 1 << 16


class Backups:
    """The backups of an open table, as the page sees them. *own* reads this machine's config;
    *entries* counts those of the journal; *close* ends the table, for the upload to take its
    place."""

    def __init__(
        self,
        data: Path,
        config: Path,
        nightly: NightlyBackup,
        *,
        own: Callable[[], Config],
        entries: Callable[[], int],
        close: Callable[[], None],
        failed: Fault | None = None,
    ) -> None:
        self._data, self._config, self._nightly = data, config, nightly
        self._own, self._entries, self._close, self._lock = own, entries, close, Lock()
        self._verified = ""
        self.failed = failed
        """The reason for which the last backup that was accepted is not in place."""
        self.accepted = False
        """True if the table is to start again with the upload, which is staged and marked."""

    @property
    def _upload(self) -> Path:
        return self._data / UPLOAD

    def file(self) -> BackupFile:
        """Return a backup of now. Raises JournalFault, OSError."""
        from cribble.backup.archive import write_backup  # Not at the start of the table.

        out = tempfile.TemporaryFile(dir=self._data)  # noqa: SIM115 (its response closes it)
        write_backup(out, self._data, self._config)
        size = out.tell()
        out.seek(0)
        return BackupFile(
            f"cribble-{datetime.now(UTC).astimezone():%Y-%m-%d}.zip", size, _read(out)
        )

    def copies(self) -> tuple[BackupCopy, ...]:
        """Return the nightly copies, the newest first, here and on the stick."""
        here, there = self._nightly.copies()
        return (
            *(BackupCopy(day_of(copy), "here") for copy in here),
            *(BackupCopy(day_of(copy), "stick") for copy in there),
        )

    def take(self, offset: int, piece: bytes) -> int:
        """Keep a *piece* of an upload from *offset* on; return how many bytes there are now.

        Offset 0 begins a new one. Raises WrongPiece where it does not go on from there; Fault;
        OSError.
        """
        with self._lock:
            self._refuse_after_accepting()
            self._verified = ""
            mode = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | (0 if offset else os.O_TRUNC)
            with os.fdopen(os.open(self._upload, mode, 0o600), "ab") as file:
                there = file.tell()
                if there != offset:
                    raise WrongPiece(there)
                size = there + len(piece)
                if size > MOST or _free(self._data) < len(piece) + LEAST_FREE:
                    sentence = en("There is no room here for more than {most} bytes of a backup.")
                    raise Fault(sentence, most=there)
                file.write(piece)
        return size

    def offer(self) -> Offer:
        """Stage the upload, and say what it has and what it would replace. Nothing else changes.

        Raises InvalidBackup, or another Fault.
        """
        from cribble.backup.restore import stage

        with self._lock:
            self._refuse_after_accepting()
            self._verified = ""
            try:
                digest = _digest(self._upload)
                staged = stage(self._upload, self._data, self._own())
            except FileNotFoundError:
                raise Fault(en("No backup was sent.")) from None
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
        """Mark the upload that was offered by this *digest*, and close the table: the next start
        puts it in place. Raises Fault, OSError; then the table goes on."""
        from cribble.backup.restore import commit

        with self._lock:
            self._refuse_after_accepting()
            if not self._verified or self._verified != digest:
                raise Fault(en("That backup is not the one that was sent last."))
            commit(self._data)
            self.accepted = True
            self._upload.unlink(missing_ok=True)
        self._close()

    def _refuse_after_accepting(self) -> None:
        if self.accepted:
            raise Fault(en("The table is about to start again with a backup: wait a moment."))


def _free(folder: Path) -> int:
    found = os.statvfs(folder)
    return found.f_bavail * found.f_frsize


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _read(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while piece := file.read(CHUNK):
            yield piece
