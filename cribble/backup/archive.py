"""The backup file, a zip with a manifest: write, read, stage and restore."""

import errno
import hashlib
import logging
import os
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, Final, Literal, NamedTuple

import msgspec

from club.hub.journal import export_night, import_night
from club.hub.mosquitto import KNOWN, SavedBroker
from cribble.cli.files import reading
from cribble.config.edit import adapted, changes
from cribble.config.schema import Config
from cribble.folders import (
    DEVICES,
    HUB,
    HUB_BROKER,
    HUB_JOURNAL,
    HUB_SECRETS,
    JOURNAL,
    NIGHT,
    RESTORING,
    SECRETS,
    SETTINGS,
    make_folder,
)
from mqtt.night import NightRecord
from scorekeeper.journal import JournalFault, export_lines
from scorekeeper.journal.files import SUFFIXES, Lockfile
from scorekeeper.private_files import give_to_folder_owner, write_private
from scorekeeper.table import import_lines
from scorekeeper.words import Fault, en
from web import ConfigChange, HostSettings, Secrets, Settings, SettingsPatch, read_file

log = logging.getLogger(__name__)

FORMAT: Final = 2
MANIFEST: Final = "manifest.json"
GAMES: Final = "journal.jsonl"
CONFIG: Final = "config.toml"

SMALL: Final = 4 << 20
"""Maximum size in bytes of any part except the games; such parts are held in memory."""
MAX_GAMES: Final = 1 << 30
"""Maximum uncompressed size of the games in bytes, about 20,000 games."""
MAX_RATIO: Final = 100
"""Maximum compression ratio of a part."""
MIN_SIZE: Final = 1 << 20
"""Uncompressed size in bytes up to which a part may have any compression ratio."""
PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
TABLE_PARTS: Final = (SECRETS, SETTINGS, DEVICES, NIGHT)
"""Files of a table that a backup contains under the same name; games are exported instead."""
HUB_ENTRIES: Final = "hub-night.jsonl"
HUB_BROKER_PART: Final = "hub-broker.json"
HUB_PARTS: Final = {
    HUB_SECRETS: Path(HUB, HUB_SECRETS),
    HUB_BROKER_PART: Path(HUB, HUB_BROKER, KNOWN),
}
"""Paths of a hub's files by part name; its journal entries are exported, like games."""
PARTS: Final = (GAMES, CONFIG, *TABLE_PARTS, HUB_ENTRIES, *HUB_PARTS)
"""All valid part names. Other names, such as paths, are rejected, so that nothing is written
outside the data folder."""
MAX_LINE_BYTES: Final = 1 << 26
"""Maximum length of a line in bytes; longer ones are split and therefore invalid."""


class BackupPart(msgspec.Struct, frozen=True):
    """The ``size`` of a part in bytes and its SHA-256 in hexadecimal."""

    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Format of a backup, program version, time (ISO 8601, UTC), and parts by name."""

    cribble: Literal["backup"] = "backup"
    format: int = FORMAT
    version: str
    made: str
    parts: dict[str, BackupPart]


class InvalidBackup(Fault):
    """The file is not a backup, or is damaged."""


NO_BACKUP = en("{file} is not a Cribble backup ({reason}).")
TOO_NEW = en(
    "{file} is a backup from a newer Cribble (format {format}); this version reads format {known}."
)
DAMAGED = en("{file} is damaged: part {part} is corrupt. Nothing was changed.")
UNKNOWN_PART = en("{file} has an unknown part, {part}. Nothing was changed.")


def write_backup(out: IO[bytes], data: Path, config: Path | None) -> Manifest:
    """Write a backup of *data* and *config*; the table may be open. Raises JournalFault,
    OSError."""
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
            size, digest = 0, hashlib.sha256()
            with archive.open(name, "w") as part:
                for line in lines:
                    part.write(line)
                    digest.update(line)
                    size += len(line)
            parts[name] = BackupPart(size, digest.hexdigest())
        made = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = Manifest(version=version("cribble"), made=made, parts=parts)
        archive.writestr(MANIFEST, msgspec.json.encode(manifest))
    return manifest


def read_backup(file: Path, take: Callable[[str, Iterator[bytes]], None]) -> Manifest:
    """Call *take* with the name and lines of each part of the backup *file*; the lines raise
    InvalidBackup at the end if the size or checksum is wrong. Raises InvalidBackup, OSError, and
    any Fault from *take*."""
    try:
        with reading(str(file)) as content, zipfile.ZipFile(content) as archive:
            most = max(MAX_RATIO * os.fstat(content.fileno()).st_size, MIN_SIZE)
            manifest = _manifest(archive, file)
            for name, part in manifest.parts.items():
                if part.size > min(most, MAX_GAMES if name in (GAMES, HUB_ENTRIES) else SMALL):
                    raise InvalidBackup(DAMAGED, file=file.name, part=name)
                take(name, _verified(archive, file, name, part))
            return manifest
    except Fault:
        raise
    except Exception as fault:  # Zip decoders and JSON raise many types.
        if isinstance(fault, OSError) and fault.errno not in (None, errno.EINVAL):
            raise  # A disk error, not a seek before the start of the file.
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
    """Yield the lines of a part. Raises InvalidBackup if size or checksum differ from *part*."""
    size, digest = 0, hashlib.sha256()
    with archive.open(name) as content:
        while line := content.readline(MAX_LINE_BYTES):
            size += len(line)
            digest.update(line)
            if size > part.size:
                break
            yield line
    if (size, digest.hexdigest()) != (part.size, part.sha256):
        raise InvalidBackup(DAMAGED, file=file.name, part=name)


MARKER: Final = "ready.json"
"""File in the staging folder that commits the backup: the next start restores it."""
TABLE_FILES: Final = (
    *(f"{journal}{part}" for journal in (JOURNAL, f"{JOURNAL}.backup") for part in SUFFIXES),
    *TABLE_PARTS,
)
"""All files of a table except its lock and its config. A restore replaces all of them."""

KINDS: Final[dict[str, Any]] = {
    DEVICES: dict[str, int],
    NIGHT: NightRecord,
    HUB_BROKER_PART: SavedBroker,
}
"""Type of each part that is only decoded as JSON to validate it, by name."""

CONFIG_BESIDE: Final = en(
    "This user is not allowed to write the config; the config from the backup is in {file}."
)


class Staged(NamedTuple):
    """A valid backup in the staging folder: manifest, number of journal entries, config changes."""

    manifest: Manifest
    entries: int
    changes: tuple[ConfigChange, ...]


class RestorePlan(msgspec.Struct, frozen=True):
    """The marker's content: names to restore, and the folder for the files they replace. If a
    backup has no club night, the hub is not changed."""

    staged: tuple[str, ...]
    aside: str


class Restored(NamedTuple):
    """The restored backup, and the folder of the replaced files, if any. ``config`` is the path of
    the restored config if this user cannot write the real one."""

    staged: Staged
    replaced: Path | None
    config: Path | None


def restore(file: Path, data: Path, config: Path, own: Config) -> Restored:
    """Restore the backup *file* into the folder *data*, and its config, with some keys of *own*,
    into *config*; replaced files are moved to another folder. Raises OSError, or Fault without
    changes if the table is open or the file is damaged, newer or not a backup."""
    make_folder(data)
    with closing(Lockfile.acquire(data / JOURNAL)):
        _finish(data, config)
        staged = stage(file, data, own)
        aside = commit(data)
        place = _finish(data, config)
    return Restored(staged, aside if aside.exists() else None, None if place == config else place)


def stage(file: Path, data: Path, own: Config) -> Staged:
    """Read and validate the backup *file* and write it to the staging folder in *data*. The table
    may be open. Raises OSError, or Fault if the file is damaged, newer or not a backup."""
    folder = data / RESTORING
    entries, changed = 0, tuple[ConfigChange, ...]()

    def take(name: str, lines: Iterator[bytes]) -> None:
        nonlocal entries, changed
        if name in (HUB_ENTRIES, *HUB_PARTS) and not (folder / HUB).exists():
            _make(folder / HUB)
            _make(folder / HUB / HUB_BROKER)
        if name == GAMES:
            entries = import_lines(lines, folder / JOURNAL)
            return
        if name == HUB_ENTRIES:
            import_night(lines, folder / HUB / HUB_JOURNAL)
            return
        content = b"".join(lines)
        if name == CONFIG:
            content, config = adapted(content, name, own)
            changed = tuple(changes(own, config))
        path = folder / HUB_PARTS.get(name, Path(name))
        write_private(path, content)
        _check(name, path)

    shutil.rmtree(folder, ignore_errors=True)
    try:
        _make(folder)
        manifest = read_backup(file, take)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Staged(manifest, entries, changed)


def _check(name: str, path: Path) -> None:
    """Raise Fault if the part *name*, saved at *path*, is invalid."""
    try:
        if name in (SECRETS, HUB_SECRETS):
            Secrets.load(path)
        elif name == SETTINGS:
            Settings(HostSettings(), read_file(path, SettingsPatch))
        elif kind := KINDS.get(name):
            msgspec.json.decode(path.read_bytes(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise InvalidBackup(NO_BACKUP, file=name, reason=str(fault)) from None


def _make(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    give_to_folder_owner(folder, folder.parent)  # Like the files created in it.


def commit(data: Path) -> Path:
    """Commit the staged backup; return the folder for replaced files. Raises JournalFault."""
    folder = data / RESTORING
    staged = tuple(name for name in (*TABLE_FILES, HUB) if (folder / name).exists())
    plan = RestorePlan(staged, f"replaced-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}")
    with _hub_closed(data, plan):
        hub = (folder / HUB / HUB_BROKER, folder / HUB) if HUB in staged else ()
        for made in (*hub, folder):
            _sync(made)
        write_private(folder / MARKER, msgspec.json.encode(plan))
        _sync(folder)
    return data / plan.aside


def finish(data: Path, config: Path) -> bool:
    """Restore a committed backup; return whether there was one. Can be repeated after a crash.
    Raises Fault or OSError; the backup is discarded if nothing had been replaced yet."""
    if not (data / RESTORING).exists():
        return False
    try:
        lock = Lockfile.acquire(data / JOURNAL)
    except JournalFault:
        if (data / RESTORING / MARKER).exists():
            raise
        return False  # Staged by an open table; not accepted yet.
    with closing(lock):
        return _finish(data, config) is not None


def _finish(data: Path, config: Path) -> Path | None:
    """Restore a committed backup; return the path of its config, or None if there was no backup."""
    folder = data / RESTORING
    if not (marker := folder / MARKER).exists():
        shutil.rmtree(folder, ignore_errors=True)
        return None
    plan = msgspec.json.decode(marker.read_bytes(), type=RestorePlan)
    aside = data / plan.aside
    replaced = (*TABLE_FILES, *((HUB,) if HUB in plan.staged else ()))
    try:
        with _hub_closed(data, plan):
            if not aside.exists():
                _make(aside)
            place = _put_config(folder / CONFIG, config, data, aside)
            for name in replaced:
                new, old, kept = folder / name, data / name, aside / name
                if name in plan.staged and not new.exists():
                    continue  # Already restored.
                if old.exists() and not kept.exists():
                    old.rename(kept)
                if new.exists():
                    new.rename(old)
            _sync(aside)
            _sync(data)
    except (Fault, OSError):
        if not any((aside / name).exists() for name in replaced):  # Nothing has changed.
            marker.unlink(missing_ok=True)
            shutil.rmtree(aside, ignore_errors=True)
        raise
    marker.unlink()
    _sync(folder)  # Otherwise, after a power cut, the restore would be repeated.
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        aside.rmdir()  # Only if empty.
    return place


def _put_config(staged: Path, config: Path, data: Path, aside: Path) -> Path:
    """Write the *staged* config, if any, to *config*, after copying the old one to *aside*; or into
    *data* if this user cannot write to the folder of *config*. Return the path written."""
    content = staged.read_bytes() if staged.exists() else None
    if content is None or _has(config, content):
        return config
    place, folder = config, next(parent for parent in config.parents if parent.exists())
    if not os.access(folder, os.W_OK | os.X_OK, effective_ids=True):
        place = data / CONFIG
        log.warning("restoring the config to %s: %s is not writable", place, config)
        if _has(place, content):
            return place
    place.parent.mkdir(parents=True, exist_ok=True)
    if was_there := place.exists():
        shutil.copy2(place, aside / CONFIG)
    write_private(place, content)
    if was_there:
        shutil.copymode(aside / CONFIG, place)
    return place


def _has(path: Path, content: bytes) -> bool:
    with suppress(OSError):
        return path.read_bytes() == content
    return False


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(handle)
    os.close(handle)


@contextmanager
def _hub_closed(data: Path, plan: RestorePlan) -> Iterator[None]:
    """Context manager: holds the lock of a hub that *plan* replaces. Raises JournalFault IN_USE."""
    if HUB not in plan.staged or not (data / HUB).exists():
        yield
        return
    with closing(Lockfile.acquire(data / HUB / HUB_JOURNAL)):
        yield
