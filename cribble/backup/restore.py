"""Restore a backup: staged as a whole, then committed by a marker file."""

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from club.hub.journal import import_night
from club.hub.mosquitto import SavedBroker
from cribble.backup.archive import (
    CONFIG,
    GAMES,
    HUB_BROKER_PART,
    HUB_ENTRIES,
    HUB_PARTS,
    NO_BACKUP,
    TABLE_PARTS,
    InvalidBackup,
    Manifest,
    read_backup,
)
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
from scorekeeper.journal import JournalFault
from scorekeeper.journal.files import SUFFIXES, Lockfile
from scorekeeper.private_files import give_to_folder_owner, write_private
from scorekeeper.table import import_lines
from scorekeeper.words import Fault, en
from web import ConfigChange, HostSettings, Secrets, Settings, SettingsPatch, read_file

log = logging.getLogger(__name__)

LONGEST_LINE: Final = 1 << 26
MARKER: Final = "ready.json"
"""Commits a staged backup: if this file is in its folder, the next start restores it."""
TABLE_FILES: Final = (
    *(f"{journal}{part}" for journal in (JOURNAL, f"{JOURNAL}.backup") for part in SUFFIXES),
    *TABLE_PARTS,
)
"""Every file of a table but its lock and its config. A backup replaces all of them."""

CONFIG_BESIDE: Final = en("This user may not write the config: that of the backup is in {file}.")


class Staged(NamedTuple):
    """A valid backup in the staging folder: its manifest, the number of its entries, and the config
    keys that it changes."""

    manifest: Manifest
    entries: int
    changes: tuple[ConfigChange, ...]


class Plan(msgspec.Struct, frozen=True):
    """The content of the marker: the names to restore, and the folder for the files they replace. A
    backup without a club night leaves the hub alone."""

    staged: tuple[str, ...]
    aside: str

    @property
    def replaced(self) -> tuple[str, ...]:
        """The names to be moved aside, if they exist."""
        return (*TABLE_FILES, *((HUB,) if HUB in self.staged else ()))


class Restored(NamedTuple):
    """The backup, and the folder of the files that it replaced, if any. ``config`` is the place of
    the backup's config if this user may not write the proper one."""

    staged: Staged
    replaced: Path | None
    config: Path | None


def restore(file: Path, data: Path, config: Path, own: Config) -> Restored:
    """Restore the backup *file* into the folder *data*, and its config, with some keys of *own*, to
    *config*.

    Replaced files are moved into another folder, never deleted. Raises a Fault, with nothing
    changed, if the table is open or the file is damaged, newer or no backup; OSError.
    """
    make_folder(data)
    with closing(Lockfile.acquire(data / JOURNAL)):
        _finish(data, config)
        staged = stage(file, data, own)
        place = _place_of(data / RESTORING / CONFIG, config, data)
        aside = commit(data)
        _finish(data, config)
    return Restored(staged, aside if aside.exists() else None, None if place == config else place)


def stage(file: Path, data: Path, own: Config) -> Staged:
    """Read the backup *file* as a whole into the staging folder in *data*. The table may be open.

    Raises a Fault if the file is damaged, newer or no backup; OSError.
    """
    folder = data / RESTORING
    shutil.rmtree(folder, ignore_errors=True)
    try:
        for made in (folder, folder / HUB, folder / HUB / HUB_BROKER):
            _make(made)
        parts = _Parts(folder, own)
        manifest = read_backup(file, parts.take)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Staged(manifest, parts.entries, parts.changes)


def _make(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    give_to_folder_owner(folder, folder.parent)  # As does all that is made in it.


def commit(data: Path) -> Path:
    """Commit the staged backup; return the folder for the files that it replaces. JournalFault
    IN_USE if it has a club night and the hub is open."""
    folder = data / RESTORING
    has_hub = any(path.is_file() for path in (folder / HUB).rglob("*"))
    names = (*TABLE_FILES, *((HUB,) if has_hub else ()))
    staged = tuple(name for name in names if (folder / name).exists())
    plan = Plan(staged, f"replaced-{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}")
    with _hub_closed(data) if has_hub else nullcontext():
        for made in (folder / HUB / HUB_BROKER, folder / HUB, folder):
            _sync(made)
        write_private(folder / MARKER, msgspec.json.encode(plan))
        _sync(folder)
    return data / plan.aside


def finish(data: Path, config: Path) -> bool:
    """Restore a committed backup; return True if there was one. Idempotent: killed at any point, it
    continues when called again.

    Raises Fault or OSError; the backup is dropped if nothing was replaced yet.
    """
    if not (data / RESTORING).exists():
        return False
    try:
        lock = Lockfile.acquire(data / JOURNAL)
    except JournalFault:
        if (data / RESTORING / MARKER).exists():
            raise
        return False  # An open table staged it, and waits for the host to accept.
    with closing(lock):
        return _finish(data, config)


def _finish(data: Path, config: Path) -> bool:
    folder = data / RESTORING
    if not (marker := folder / MARKER).exists():
        shutil.rmtree(folder, ignore_errors=True)
        return False
    plan = msgspec.json.decode(marker.read_bytes(), type=Plan)
    aside = data / plan.aside
    try:
        with _hub_closed(data) if HUB in plan.staged else nullcontext():
            if not aside.exists():
                _make(aside)
            _put_config(folder / CONFIG, _place_of(folder / CONFIG, config, data), aside)
            _swap(plan, folder, data)
    except (Fault, OSError):
        if not any((aside / name).exists() for name in plan.replaced):  # Nothing has changed.
            marker.unlink(missing_ok=True)
            shutil.rmtree(aside, ignore_errors=True)
        raise
    marker.unlink()
    _sync(folder)  # After a power cut, an old marker would replace the restored files.
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        aside.rmdir()  # If there was nothing to keep.
    return True


def _swap(plan: Plan, folder: Path, data: Path) -> None:
    """Move the files that *plan* replaces aside, and those staged in *folder* into *data*."""
    for name in plan.replaced:
        new, old, kept = folder / name, data / name, data / plan.aside / name
        if name in plan.staged and not new.exists():
            continue  # Restored already.
        if old.exists() and not kept.exists():
            old.rename(kept)
        if new.exists():
            new.rename(old)
    _sync(data / plan.aside)
    _sync(data)


def _put_config(staged: Path, place: Path, aside: Path) -> None:
    """Write the *staged* config, if there is one, to its *place*, of which *aside* gets a copy."""
    if not staged.exists() or _same(staged, place):
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    if was_there := place.exists():
        shutil.copy2(place, aside / CONFIG)
    write_private(place, staged.read_bytes())
    if was_there:
        shutil.copymode(aside / CONFIG, place)


def _place_of(staged: Path, config: Path, data: Path) -> Path:
    """Return the place of a *staged* config: *config*, or one in *data* if this user may not write
    that, as the system's."""
    folder = next(parent for parent in config.parents if parent.exists())
    may_write = os.access(folder, os.W_OK | os.X_OK, effective_ids=True)
    if may_write or not staged.exists() or _same(staged, config):
        return config
    log.warning("the config of a backup goes to %s, for %s is closed", data / CONFIG, config)
    return data / CONFIG


def _same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.read_bytes() == other.read_bytes()
    return False


def _sync(folder: Path) -> None:
    """Sync a directory."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(handle)
    os.close(handle)


@contextmanager
def _hub_closed(data: Path) -> Iterator[None]:
    """Context manager: hold the lock of the hub, if there is one. Raises JournalFault IN_USE."""
    if not (data / HUB).exists():
        yield
        return
    with closing(Lockfile.acquire(data / HUB / HUB_JOURNAL)):
        yield


class _Parts:
    """Writes each part of a backup into a folder, and refuses invalid ones."""

    def __init__(self, folder: Path, own: Config) -> None:
        self._folder, self._own = folder, own
        self.entries, self.changes = 0, tuple[ConfigChange, ...]()

    def take(self, name: str, chunks: Iterator[bytes]) -> None:
        """Write the part *name*. Raises Fault if it is invalid."""
        if name == GAMES:
            self.entries = import_lines(_lines(chunks), self._folder / JOURNAL)
            return
        if name == HUB_ENTRIES:
            import_night(_lines(chunks), self._folder / HUB / HUB_JOURNAL)
            return
        content = b"".join(chunks)
        if name == CONFIG:
            content, config = adapted(content, name, self._own)
            self.changes = tuple(changes(self._own, config))
        file = self._folder / HUB_PARTS.get(name, Path(name))
        write_private(file, content)
        try:
            if name in (SECRETS, HUB_SECRETS):
                Secrets.load(file)
            elif name == SETTINGS:
                Settings(HostSettings(), read_file(file, SettingsPatch))
            elif kind := KINDS.get(name):
                msgspec.json.decode(content, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise InvalidBackup(NO_BACKUP, file=name, reason=str(fault)) from None


KINDS: Final[dict[str, Any]] = {
    DEVICES: dict[str, int],
    NIGHT: NightRecord,
    HUB_BROKER_PART: SavedBroker,
}


def _lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines of *chunks*; end after the beginning of a line that is too long."""
    begun, length = list[bytes](), 0
    for chunk in chunks:
        first, *rest = chunk.split(b"\n")
        begun.append(first)
        length += len(first)
        for line in rest:
            yield b"".join((*begun, b"\n"))
            begun, length = [line], len(line)
        if length > LONGEST_LINE:
            break
    if length:
        yield b"".join(begun)
