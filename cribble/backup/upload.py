"""A backup that a phone sends back: kept piece by piece, verified, and then put in place."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import IO, TYPE_CHECKING, Final

from cribble.backup.nightly import NightlyBackup, copies_in
from scorekeeper.words import Fault, en
from web import BackupCopy, BackupFile, Offer, WrongPiece

if TYPE_CHECKING:
    from cribble.backup.restore import Restored

UPLOAD: Final = "uploaded.zip"
MOST: Final = 256 << 20
"""Bytes of an upload: some 50,000 games."""
LEAST_FREE: Final = 64 << 20
"""Bytes that stay free: the games go on meanwhile."""
CHUNK: Final = 1 << 16


class Backups:
    """The backups of an open table, as the page sees them. *entries* counts those of the journal;
    *close* ends the table, so that the upload can be put in place."""

    def __init__(
        self,
        data: Path,
        config: Path,
        nightly: NightlyBackup,
        *,
        entries: Callable[[], int],
        close: Callable[[], None],
    ) -> None:
        self._data, self._config, self._nightly = data, config, nightly
        self._entries, self._close, self._lock = entries, close, Lock()
        self._verified = ""
        self.accepted = False
        """True if a host wants the upload in the place of what is here."""

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
        stick = self._nightly.stick
        here = (BackupCopy(path.stem[-10:], "here") for path in copies_in(self._nightly.folder))
        there = (
            BackupCopy(path.stem[-10:], "stick") for path in (copies_in(stick) if stick else ())
        )
        return (*here, *there)

    def take(self, offset: int, piece: bytes) -> int:
        """Keep a *piece* of an upload from *offset* on; return how many bytes there are now.

        Offset 0 begins a new one. Raises WrongPiece where it does not go on from there; Fault;
        OSError.
        """
        with self._lock:
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
        """Verify the upload, and say what it has and what it would replace. Nothing else changes.

        Raises InvalidBackup, or another Fault.
        """
        from cribble.backup.restore import verify

        with self._lock:
            try:
                digest = _digest(self._upload)
                found = verify(self._upload, self._data)
            except FileNotFoundError:
                raise Fault(en("No backup was sent.")) from None
            except Fault:
                self._upload.unlink(missing_ok=True)
                raise
            self._verified = digest
        return Offer(
            digest,
            found.manifest.made,
            found.manifest.version,
            tuple(found.manifest.parts),
            found.entries,
            self._entries(),
        )

    def accept(self, digest: str) -> None:
        """Close the table and put the upload that was offered by this *digest* in its place."""
        with self._lock:
            if not self._verified or self._verified != digest:
                raise Fault(en("That backup is not the one that was sent last."))
            self.accepted = True
        self._close()

    def bring_back(self) -> Restored:
        """Put the upload in place, now that the table is closed. Raises Fault, OSError."""
        from cribble.backup.restore import restore

        try:
            return restore(self._upload, self._data, self._config)
        finally:
            with suppress(OSError):
                self._upload.unlink()


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
