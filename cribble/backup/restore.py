"""A backup brought back: read whole and verified in a folder beside, then put in place at once."""

import os
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

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
from cribble.config.load import parse_config
from cribble.folders import (
    HUB,
    HUB_BROKER,
    HUB_JOURNAL,
    HUB_SECRETS,
    JOURNAL,
    NIGHT,
    SECRETS,
    SETTINGS,
    make_folder,
)
from mqtt.night_record import NightRecord
from scorekeeper.journal import JournalFault, import_lines
from scorekeeper.journal.files import SUFFIXES, Lockfile
from scorekeeper.journal.private_files import FILE_TIME, give_to_folder_owner, write_private
from scorekeeper.journal.store import Store
from scorekeeper.words import en
from web import HostSettings, Secrets, Settings, SettingsPatch

T = TypeVar("T")

LONGEST_LINE: Final = 1 << 26
REPLACEABLE: Final = (
    *(f"{journal}{part}" for journal in (JOURNAL, f"{JOURNAL}.backup") for part in SUFFIXES),
    *TABLE_PARTS,
)
"""Every file of a data folder but the lock, which this program holds meanwhile."""
HUB_REPLACEABLE: Final = {
    **{f"{HUB}-{HUB_JOURNAL}{part}": Path(HUB, f"{HUB_JOURNAL}{part}") for part in SUFFIXES},
    **HUB_PARTS,
}
"""Every file of a hub but its lock, by its name in a backup or among what was replaced. A backup
without a club night leaves them alone."""


CONFIG_BESIDE: Final = en("This user may not write the config: that of the backup is in {file}.")


class Verified(NamedTuple):
    """A backup that is whole and that this program can use: its manifest, and its entries."""

    manifest: Manifest
    entries: int


class Restored(NamedTuple):
    """The result: the backup's manifest, the number of entries, and the folder with the files that
    were there before; None if there were none. ``config`` is where the backup's config was put
    instead of where it belongs, if this user may not write there."""

    manifest: Manifest
    entries: int
    replaced: Path | None
    config: Path | None = None


def verify(file: Path, data: Path) -> Verified:
    """Read the backup *file* as a whole, in a folder in *data* that is removed at the end. The
    table may be open. Raises a Fault if the file is damaged, newer or no backup; OSError."""
    with _staged(data / "verifying") as staged:
        parts = _Parts(staged)
        manifest = read_backup(file, parts.take)
    return Verified(manifest, parts.entries)


@contextmanager
def _staged(folder: Path) -> Iterator[Path]:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    give_to_folder_owner(folder, folder.parent)  # As does all that is made in it.
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def restore(file: Path, data: Path, config: Path) -> Restored:
    """Bring the backup *file* back into the folder *data*, and its config to *config*.

    What is there is moved into a folder of its own, never deleted. Raises a Fault, with nothing
    changed, if the table is open or the file is damaged, newer or no backup; OSError.
    """
    make_folder(data)
    with closing(Lockfile.acquire(data / JOURNAL)), _staged(data / "restoring") as staged:
        parts = _Parts(staged)
        manifest = read_backup(file, parts.take)
        beside = None if _may_put(config, staged / CONFIG) else data / CONFIG
        with _hub_closed(data) if parts.has_hub else nullcontext():
            replaced = _swap(staged, data, beside or config, with_hub=parts.has_hub)
    return Restored(manifest, parts.entries, replaced, beside)


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

    def __init__(self, folder: Path) -> None:
        self._folder, self.entries = folder, 0
        self.has_hub = False
        """True if a club night is among them."""

    def take(self, name: str, chunks: Iterator[bytes]) -> None:
        """Write the part *name*. Raises Fault where the program could not use it."""
        if name == GAMES:
            self.entries = import_lines(_lines(chunks), self._folder / JOURNAL)
            return
        self.has_hub = self.has_hub or name in (HUB_ENTRIES, *HUB_PARTS)
        if name == HUB_ENTRIES:
            import_night(_lines(chunks), self._folder / f"{HUB}-{HUB_JOURNAL}")
            return
        content = b"".join(chunks)
        if name == CONFIG:
            parse_config(content, name)
        write_private(self._folder / name, content)
        if name in (SECRETS, HUB_SECRETS):
            Secrets.load(self._folder / name)
        if kind := KINDS.get(name):
            _read(name, content, kind)
        if name == SETTINGS:
            Settings(HostSettings(), _read(name, content, SettingsPatch))


KINDS: Final[dict[str, type]] = {NIGHT: NightRecord, HUB_BROKER_PART: SavedBroker}


def _read(name: str, content: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise InvalidBackup(NO_BACKUP, file=name, reason=str(fault)) from None


def _lines(chunks: Iterator[bytes]) -> Iterator[bytes]:
    rest = b""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        yield from (line + b"\n" for line in lines)
        if len(rest) > LONGEST_LINE:
            break
    if rest:
        yield rest


def _swap(staged: Path, data: Path, config: Path, *, with_hub: bool) -> Path | None:
    """Keep what is in the way in a folder of its own, and put what was *staged* in its place.

    Each file is replaced at once, by a name that always leads to one of the two: a power cut in
    between leaves the old journal or the new one, never none.
    """
    aside = data / f"replaced-{datetime.now(UTC):{FILE_TIME}}"
    _empty_log(data / JOURNAL)
    places = {name: Path(name) for name in REPLACEABLE} | (HUB_REPLACEABLE if with_hub else {})
    old = {name: file for name, place in places.items() if (file := data / place).exists()}
    if old:
        aside.mkdir(mode=0o700)
        give_to_folder_owner(aside, data)
    for name, file in old.items():
        os.link(file, aside / name)
    for name, file in old.items():
        if not (staged / name).exists():
            file.unlink()
    for file in staged.iterdir():
        if file.name == CONFIG:
            _put_config(file, config, aside)
        else:
            file.replace(data / places.get(file.name, file.name))
    return aside if aside.exists() else None


def _empty_log(journal: Path) -> None:
    """Write the log of *journal* back into it. One that is too damaged for that is kept beside it
    with all else."""
    with suppress(JournalFault):
        store = Store.open(journal)
        store.write_back()
        store.close()


def _may_put(config: Path, staged: Path) -> bool:
    """True if *config* can be written, or need not be. The system's own is for root."""
    if not staged.exists():
        return True
    with suppress(OSError):
        if config.read_bytes() == staged.read_bytes():
            return True
    folder = next(one for one in config.parents if one.exists())
    return os.access(folder, os.W_OK | os.X_OK)


def _put_config(staged: Path, config: Path, aside: Path) -> None:
    if config.exists():
        if config.read_bytes() == staged.read_bytes():
            return
        aside.mkdir(mode=0o700, exist_ok=True)
        shutil.copy2(config, aside / CONFIG)
    config.parent.mkdir(parents=True, exist_ok=True)
    write_private(config, staged.read_bytes())
