"""A backup brought back: staged whole in a folder beside, then put in place under a marker."""

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from club.hub.export import import_night
from club.hub.journal_file import opened
from club.hub.mosquitto_process import SavedBroker
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
from cribble.boards import shape_of
from cribble.config.dump import as_toml
from cribble.config.edit import edited
from cribble.config.load import parse_config
from cribble.config.schema import Config, KeypadConfig
from cribble.devices.drivers import KEYPADS, STRIPS
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
from mqtt.night.record import NightRecord
from scorekeeper.journal import JournalFault, import_lines
from scorekeeper.journal.files import SUFFIXES, Lockfile
from scorekeeper.journal.store import Store
from scorekeeper.private_files import FILE_TIME, give_to_folder_owner, write_private
from scorekeeper.words import Words, en
from web import ConfigChange, HostSettings, Secrets, Settings, SettingsPatch

log = logging.getLogger(__name__)

LONGEST_LINE: Final = 1 << 26
MARKER: Final = "ready.json"
"""While it is among the staged files, they are to be put in place."""

TABLE_FILES: Final = {
    name: Path(name)
    for name in (
        *(f"{journal}{part}" for journal in (JOURNAL, f"{JOURNAL}.backup") for part in SUFFIXES),
        *TABLE_PARTS,
    )
}
"""Every file of a table but its lock and its config, by its staged name. A backup replaces all."""
HUB_FILES: Final = {
    **{f"{HUB}-{HUB_JOURNAL}{part}": Path(HUB, f"{HUB_JOURNAL}{part}") for part in SUFFIXES},
    **HUB_PARTS,
}
"""Every file of a hub but its lock. A backup without a club night leaves them alone."""

OWN_KEYS: Final = ("data", "port", "host", "access", "names", "mqtt.user", "mqtt.password_file")
"""The keys of the config that stay this machine's: with those of another, phones would not find
the table, or it would not find its games or its password."""
LONGEST_VALUE: Final = 60

CONFIG_BESIDE: Final = en("This user may not write the config: that of the backup is in {file}.")


class Staged(NamedTuple):
    """A backup in the staging folder, which this program can use: its manifest, the number of its
    entries, and the keys of the config that it changes."""

    manifest: Manifest
    entries: int
    changes: tuple[ConfigChange, ...]


class Plan(msgspec.Struct, frozen=True):
    """The content of the marker: the names of the staged ``files``, and of the folder ``aside`` for
    the files that they replace."""

    files: tuple[str, ...]
    aside: str

    @property
    def has_hub(self) -> bool:
        """True if a club night is among them."""
        return not HUB_FILES.keys().isdisjoint(self.files)

    @property
    def places(self) -> dict[str, Path]:
        """The files that are replaced or removed, in the data folder, by their staged names."""
        return TABLE_FILES | (HUB_FILES if self.has_hub else {})


class Restored(NamedTuple):
    """The backup, and the folder with the files that were there before; None if there were none.
    ``config`` is where the backup's config was put instead of where it belongs, if this user may
    not write there."""

    staged: Staged
    replaced: Path | None
    config: Path | None


def restore(file: Path, data: Path, config: Path, own: Config) -> Restored:
    """Bring the backup *file* back into the folder *data*, and its config, with some keys of *own*,
    to *config*.

    What is there is moved into a folder of its own, never deleted. Raises a Fault, with nothing
    changed, if the table is open or the file is damaged, newer or no backup; OSError.
    """
    make_folder(data)
    with closing(Lockfile.acquire(data / JOURNAL)):
        _finish(data, config)
        staged = stage(file, data, own)
        place = _place_of(data / RESTORING / CONFIG, config, data)
        aside = commit(data)
        _finish(data, config)
    beside = None if place == config else place
    return Restored(staged, aside if aside.exists() else None, beside)


def stage(file: Path, data: Path, own: Config) -> Staged:
    """Read the backup *file* as a whole into the staging folder in *data*. The table may be open.

    Raises a Fault if the file is damaged, newer or no backup; OSError.
    """
    folder = data / RESTORING
    _make_empty(folder)
    try:
        parts = _Parts(folder, own)
        manifest = read_backup(file, parts.take)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Staged(manifest, parts.entries, parts.changes)


def _make_empty(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    give_to_folder_owner(folder, folder.parent)  # As does all that is made in it.


def commit(data: Path) -> Path:
    """Mark what is staged as to be put in place; return the folder for the files that it replaces.
    JournalFault IN_USE if it has a club night and the hub is open."""
    folder, stem = data / RESTORING, f"replaced-{datetime.now(UTC):{FILE_TIME}}"
    names = (data / (stem if number == 1 else f"{stem}-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    known = TABLE_FILES.keys() | HUB_FILES.keys()
    plan = Plan(tuple(one.name for one in folder.iterdir() if one.name in known), aside.name)
    with _hub_closed(data) if plan.has_hub else nullcontext():
        _sync(folder)
        write_private(folder / MARKER, msgspec.json.encode(plan))
        _sync(folder)
    return aside


def finish(data: Path, config: Path) -> bool:
    """Put a backup in place that was staged and marked; return True if there was one. Killed at any
    point, it goes on from there when called again.

    Raises JournalFault IN_USE if the table is open, or the backup has a club night and the hub is;
    OSError.
    """
    if not (data / RESTORING).exists():
        return False
    try:
        lock = Lockfile.acquire(data / JOURNAL)
    except JournalFault:
        if (data / RESTORING / MARKER).exists():
            raise
        return False  # An open table staged it, and waits for its host.
    with closing(lock):
        return _finish(data, config)


def _finish(data: Path, config: Path) -> bool:
    folder = data / RESTORING
    if not (marker := folder / MARKER).exists():
        shutil.rmtree(folder, ignore_errors=True)
        return False
    plan = msgspec.json.decode(marker.read_bytes(), type=Plan)
    aside, staged_config = data / plan.aside, folder / CONFIG
    place = _place_of(staged_config, config, data)
    with _hub_closed(data) if plan.has_hub else nullcontext():
        if not aside.exists():  # Until it has its name nothing was replaced.
            _keep_old(plan, data, config)
        for name, old in plan.places.items():
            if name not in plan.files:
                (data / old).unlink(missing_ok=True)
            elif (new := folder / name).exists():
                new.replace(data / old)
        if staged_config.exists() and not _same(staged_config, place):
            place.parent.mkdir(parents=True, exist_ok=True)
            write_private(place, staged_config.read_bytes())
            if place != config:
                log.warning("the config of the backup is in %s, for %s is closed", place, config)
        for changed in {data / place.parent for place in plan.places.values()}:
            _sync(changed)
    marker.unlink()
    shutil.rmtree(folder, ignore_errors=True)
    with suppress(OSError):
        aside.rmdir()  # If there was nothing to keep.
    return True


def _keep_old(plan: Plan, data: Path, config: Path) -> None:
    """Link the files that *plan* replaces into its folder, with a copy of a config that changes."""
    with suppress(JournalFault):  # One that is too damaged is kept beside its log.
        store = Store.open(data / JOURNAL)
        store.write_back()
        store.close()
    staged, kept = data / RESTORING / CONFIG, data / RESTORING / "old"
    _make_empty(kept)
    for name, old in plan.places.items():
        if (data / old).exists():
            os.link(data / old, kept / name)
    if staged.exists() and config.exists() and not _same(staged, config):
        shutil.copy2(config, kept / CONFIG)
    kept.rename(data / plan.aside)


def _sync(folder: Path) -> None:
    """Have the names in *folder* on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(handle)
    os.close(handle)


def _place_of(staged: Path, config: Path, data: Path) -> Path:
    """Return *config*, where a *staged* config belongs; a place in *data* if this user may not
    write it: the system's own is for root."""
    folder = next(one for one in config.parents if one.exists())
    may = (
        not staged.exists()
        or _same(staged, config)
        or os.access(folder, os.W_OK | os.X_OK, effective_ids=True)
    )
    return config if may else data / CONFIG


def _same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.read_bytes() == other.read_bytes()
    return False


@contextmanager
def _hub_closed(data: Path) -> Iterator[None]:
    """Hold the lock of the hub, whose folder is made if it is not there. JournalFault IN_USE."""
    for folder in (data / HUB, data / HUB / HUB_BROKER):
        if not folder.exists():
            folder.mkdir(mode=0o700)
            give_to_folder_owner(folder, data)
    journal = data / HUB / HUB_JOURNAL
    with closing(Lockfile.acquire(journal)):
        with suppress(JournalFault):
            opened(journal).close()  # Its log is written back into it.
        yield


class _Parts:
    """Writes each part of a backup into a folder, and refuses what the program could not use."""

    def __init__(self, folder: Path, own: Config) -> None:
        self._folder, self._own = folder, own
        self.entries, self.changes = 0, tuple[ConfigChange, ...]()

    def take(self, name: str, chunks: Iterator[bytes]) -> None:
        """Write the part *name*. Raises Fault if the program could not use it."""
        if name == GAMES:
            self.entries = import_lines(_lines(chunks), self._folder / JOURNAL)
            return
        if name == HUB_ENTRIES:
            import_night(_lines(chunks), self._folder / f"{HUB}-{HUB_JOURNAL}")
            return
        content = b"".join(chunks)
        if name == CONFIG:
            content, changed = _adapted(content, self._own)
            self.changes = tuple(_changes(self._own, changed))
        file = self._folder / name
        write_private(file, content)
        if name in (SECRETS, HUB_SECRETS):
            Secrets.load(file)
        if kind := KINDS.get(name):
            _read(name, content, kind)
        if name == SETTINGS:
            Settings(HostSettings(), _read(name, content, SettingsPatch))


KINDS: Final[dict[str, Any]] = {
    DEVICES: dict[str, int],
    NIGHT: NightRecord,
    HUB_BROKER_PART: SavedBroker,
}


def _read(name: str, content: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise InvalidBackup(NO_BACKUP, file=name, reason=str(fault)) from None


def _lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines of *chunks*; one that is too long is cut off, and the last."""
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


def _adapted(content: bytes, own: Config) -> tuple[bytes, Config]:
    """Return the config of a backup with this machine's own keys, and the usual places of devices
    in place of those that no driver has; and what it says then. Raises Fault if no table could open
    with it."""
    theirs, usual = parse_config(content, CONFIG), Config()
    kept = {
        key: None if value == _value(usual, key) else value
        for key in OWN_KEYS
        if (value := _value(own, key)) != _value(theirs, key)
    } | _usual_places(theirs, own)
    if kept:
        words = Words.of(own.language or "en")
        content = edited(content.decode("utf-8-sig"), kept, words).encode()
    config = parse_config(content, CONFIG)
    shape_of(config)
    return content, config


def _usual_places(theirs: Config, own: Config) -> dict[str, Any]:
    """Return changes that take the places of devices out of *theirs* that only the owner of a
    machine may name, unless *own* has them."""
    strip, changes = theirs.strip, dict[str, Any]()
    if strip.at != own.strip.at and not STRIPS[strip.name].is_place(strip.at):
        changes["strip.at"] = None
    known = {(one.name, one.at) for one in own.keypads}
    rows = [
        one
        if (one.name, one.at) in known or _is_place(one)
        else msgspec.structs.replace(one, at="")
        for one in theirs.keypads
    ]
    if rows != list(theirs.keypads):
        usual = msgspec.to_builtins(KeypadConfig())
        changes["keypad"] = [
            {key: value for key, value in msgspec.to_builtins(row).items() if value != usual[key]}
            for row in rows
        ]
    return changes


def _is_place(keypad: KeypadConfig) -> bool:
    """True if its driver has the place that *keypad* names."""
    return not keypad.name or KEYPADS[keypad.name].is_place(keypad.at)


def _value(config: Config, key: str) -> Any:
    section, _, name = key.rpartition(".")
    return getattr(getattr(config, section) if section else config, name)


def _changes(own: Config, config: Config) -> Iterator[ConfigChange]:
    """Yield the keys of *config* that are not as in *own*."""
    before, after = dict(_flat(own)), dict(_flat(config))
    for key, value in after.items():
        if value != before[key]:
            old, new = (as_toml(one)[:LONGEST_VALUE] for one in (before[key], value))
            yield ConfigChange(key, old, new)


def _flat(config: Config) -> Iterator[tuple[str, Any]]:
    for name, value in msgspec.to_builtins(config).items():
        if isinstance(value, dict):
            yield from ((f"{name}.{key}", one) for key, one in value.items())
        else:
            yield name, value
