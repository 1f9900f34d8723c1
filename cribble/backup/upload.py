"""Backups by phone: uploaded in pieces, staged, and restored by the next start."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from typing import Final

from cribble.backup.nightly import NightlyBackup, day_of, local_now
from cribble.config.schema import Config
from scorekeeper.words import Fault, en
from web import BackupCopy, BackupFile, Offer, WrongPiece

UPLOAD: Final = "uploaded.zip"
MOST: Final = 256 << 20
"""Bytes of an upload: some 50,000 games."""
LEAST_FREE: Final = 64 << 20
"""Bytes of the disk that stay free for the games."""
CHUNK: Final = 1 << 16


class Backups:
    """The backups of an open table, for the page. *own* reads this machine's config; *entries*
    counts those of the journal; *close* ends the table before a restore."""

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
        """The reason for which the last accepted backup was not restored."""
        self.accepted = False
        """True if the table has to restart with the staged upload."""
        self._upload = data / UPLOAD

    def file(self) -> BackupFile:
        """Return a backup of now. Raises JournalFault, OSError."""
        from cribble.backup.archive import write_backup  # Not at the start of the table.

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
        """Return the nightly copies, the newest first, here and on the stick."""
        here, there = self._nightly.copies()
        return (
            *(BackupCopy(day_of(copy), "here") for copy in here),
            *(BackupCopy(day_of(copy), "stick") for copy in there),
        )

    def take(self, offset: int, piece: bytes) -> int:
        """Append a *piece* to the upload at *offset*; return its size.

        Offset 0 begins a new one. Raises WrongPiece if *offset* is not its end; Fault; OSError.
        """
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
                if size > MOST or free < len(piece) + LEAST_FREE:
                    sentence = en("There is no room here for more than {most} bytes of a backup.")
                    raise Fault(sentence, most=end)
                file.write(piece)
        return size

    def offer(self) -> Offer:
        """Stage the upload; return its content and what it would replace. Nothing else changes.

        Raises InvalidBackup, or another Fault.
        """
        from cribble.backup.restore import stage

        with self._lock:
            self._refuse_after_accepting()
            self._verified = ""
            try:
                with self._upload.open("rb") as content:
                    digest = hashlib.file_digest(content, "sha256").hexdigest()
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
        """Commit the upload that was offered by this *digest*, and close the table: the next start
        restores it. Raises Fault, OSError; then the table goes on."""
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
