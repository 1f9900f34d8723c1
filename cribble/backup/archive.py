"""The file of a backup: a zip with a manifest that has the size and the hash of each part."""

import errno
import hashlib
import logging
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Final, Literal

import msgspec

from club.hub.journal import export_night
from club.hub.mosquitto import KNOWN
from cribble.cli.files import reading
from cribble.folders import (
    DEVICES,
    HUB,
    HUB_BROKER,
    HUB_JOURNAL,
    HUB_SECRETS,
    JOURNAL,
    NIGHT,
    SECRETS,
    SETTINGS,
)
from scorekeeper.journal import export_lines
from scorekeeper.words import Fault, en

log = logging.getLogger(__name__)

FORMAT: Final = 2
MANIFEST: Final = "manifest.json"
GAMES: Final = "journal.jsonl"
CONFIG: Final = "config.toml"

SMALL: Final = 4 << 20
"""Most bytes of any part but the journal; they are held in memory."""
MOST_GAMES: Final = 1 << 30
"""Most uncompressed bytes of the games: 20,000 of them."""
MOST_RATIO: Final = 100
"""Highest compression ratio of a file."""
LEAST_SIZE: Final = 1 << 20
"""Uncompressed bytes that any file may have, whatever its ratio."""
PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
TABLE_PARTS: Final = (SECRETS, SETTINGS, DEVICES, NIGHT)
"""The files of a table, which are also the names of their parts. Its games are exported; its config
may lie elsewhere."""
HUB_ENTRIES: Final = "hub-night.jsonl"
HUB_BROKER_PART: Final = "hub-broker.json"
HUB_PARTS: Final = {
    HUB_SECRETS: Path(HUB, HUB_SECRETS),
    HUB_BROKER_PART: Path(HUB, HUB_BROKER, KNOWN),
}
"""The files of a hub by the names of their parts; its entries are exported, as games are."""
PARTS: Final = (GAMES, CONFIG, *TABLE_PARTS, HUB_ENTRIES, *HUB_PARTS)
"""Every part that a backup may have. Any other name, such as one with a path, is refused, so that
nothing is written outside the data folder."""
CHUNK: Final = 1 << 20


class BackupPart(msgspec.Struct, frozen=True):
    """The ``size`` of a part in bytes and its SHA-256 in hexadecimal."""

    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """A backup's table of contents: its format, the program that made it, when, and its parts."""

    cribble: Literal["backup"] = "backup"
    format: int = FORMAT
    version: str
    made: str
    parts: dict[str, BackupPart]


class InvalidBackup(Fault):
    """A file that is no backup, or a damaged one."""


NO_BACKUP = en("{file} is not a backup of Cribble ({reason}).")
TOO_NEW = en(
    "{file} is a backup of format {format} of a newer Cribble; this one reads format {known}."
)
DAMAGED = en("{file} is damaged: its part {part} is not as it was written. Nothing was changed.")
UNKNOWN_PART = en("{file} has a part {part}, which no backup has. Nothing was changed.")


def write_backup(out: IO[bytes], data: Path, config: Path | None) -> Manifest:
    """Write a backup of the folder *data* and the file *config* to *out*; return its manifest.

    The table may be open. Raises JournalFault or OSError.
    """
    sources: dict[str, Iterable[bytes]] = {}
    if (journal := data / JOURNAL).exists():
        sources[GAMES] = export_lines(journal)
    if (night := data / HUB / HUB_JOURNAL).exists():
        sources[HUB_ENTRIES] = export_night(night)
    files = {name: data / place for name, place in HUB_PARTS.items()}
    files |= {name: data / name for name in TABLE_PARTS}
    if config is not None:
        files[CONFIG] = config
    sources |= {name: (file.read_bytes(),) for name, file in files.items() if file.exists()}
    parts: dict[str, BackupPart] = {}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, lines in sources.items():
            parts[name] = _write(archive, name, lines)
        made = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = Manifest(version=version("cribble"), made=made, parts=parts)
        archive.writestr(MANIFEST, msgspec.json.encode(manifest))
    return manifest


def _write(archive: zipfile.ZipFile, name: str, lines: Iterable[bytes]) -> BackupPart:
    size, digest = 0, hashlib.sha256()
    with archive.open(name, "w") as part:
        for line in lines:
            part.write(line)
            digest.update(line)
            size += len(line)
    return BackupPart(size, digest.hexdigest())


def read_backup(file: Path, take: Callable[[str, Iterator[bytes]], None]) -> Manifest:
    """Call *take* with the name and content of each part of the backup *file*; return its manifest.

    A part is verified only after all of it was read. Raises InvalidBackup for any other file;
    OSError; a Fault of *take*.
    """
    try:
        with reading(str(file)) as content, zipfile.ZipFile(content) as archive:
            most = max(MOST_RATIO * os.fstat(content.fileno()).st_size, LEAST_SIZE)
            manifest = _manifest(archive, file)
            for name, part in manifest.parts.items():
                if part.size > min(most, MOST_GAMES if name in (GAMES, HUB_ENTRIES) else SMALL):
                    raise InvalidBackup(DAMAGED, file=file.name, part=name)
                take(name, _verified(archive, file, name, part))
            return manifest
    except Fault:
        raise
    except Exception as fault:  # Each decoder of a zip has its own errors, and so has JSON.
        if isinstance(fault, OSError) and fault.errno not in (None, errno.EINVAL):
            raise  # An error of the disk, not a seek before the start of the file.
        log.info("%s was refused", file, exc_info=fault)
        reason = str(fault) or type(fault).__name__
        raise InvalidBackup(NO_BACKUP, file=file.name, reason=reason) from fault


def _manifest(archive: zipfile.ZipFile, file: Path) -> Manifest:
    if any(info.compress_type not in PACKED for info in archive.infolist()):
        raise InvalidBackup(NO_BACKUP, file=file.name, reason="zip")
    names = [info.filename for info in archive.infolist()]
    for name in names:
        if name not in (*PARTS, MANIFEST) or names.count(name) > 1:
            raise InvalidBackup(UNKNOWN_PART, file=file.name, part=name[:60])
    if MANIFEST not in names:
        raise InvalidBackup(NO_BACKUP, file=file.name, reason=f"no {MANIFEST}")
    with archive.open(MANIFEST) as part:
        raw = part.read(SMALL)
    try:
        head = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
        format_ = msgspec.json.decode(head.get("format", b"0"), type=int)
        if format_ > FORMAT:
            raise InvalidBackup(TOO_NEW, file=file.name, format=format_, known=FORMAT)
        manifest = msgspec.json.decode(raw, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise InvalidBackup(NO_BACKUP, file=file.name, reason=f"{MANIFEST}: {fault}") from None
    if {*manifest.parts, MANIFEST} != {*names}:
        missing = {*manifest.parts, MANIFEST} ^ {*names}
        raise InvalidBackup(DAMAGED, file=file.name, part=min(missing)[:60])
    return manifest


def _verified(archive: zipfile.ZipFile, file: Path, name: str, part: BackupPart) -> Iterator[bytes]:
    """Yield the content of a part in chunks. Raises InvalidBackup at its end, or as soon as it is
    longer than the manifest says, as a zip bomb is."""
    size, digest = 0, hashlib.sha256()
    with archive.open(name) as content:
        while chunk := content.read(CHUNK):
            size += len(chunk)
            digest.update(chunk)
            if size > part.size:
                break
            yield chunk
    if (size, digest.hexdigest()) != (part.size, part.sha256):
        raise InvalidBackup(DAMAGED, file=file.name, part=name)
