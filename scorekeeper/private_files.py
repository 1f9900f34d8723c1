"""Files that only their owner may read: create, write atomically, set aside."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

FILE_TIME: Final = "%Y%m%dT%H%M%SZ"
"""The format of a UTC time in the name of a file or folder that was set aside."""


def give_to_folder_owner(file: int | Path, folder: Path) -> None:
    """Give *file*, just created, to the owner of its *folder* if this process runs as root, as with
    `sudo cribble pin`: the table, which never does, must be able to read it. Raises OSError."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def create_private(path: Path) -> None:
    """Create *path*, readable by the owner of its folder only, unless it exists. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        give_to_folder_owner(handle, path.parent)
    finally:
        os.close(handle)


def write_private(path: Path, content: bytes) -> None:
    """Write *content* to *path* atomically, readable by its owner only. Raises OSError."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        give_to_folder_owner(handle, path.parent)
        file.write(content)
        file.flush()
        os.fsync(handle)
    fresh.replace(path)


def quarantine_file(path: Path) -> Path:
    """Rename *path* to a name with the time, so that nothing is lost. Raises OSError."""
    stem = f"{path.name}.{datetime.now(UTC):{FILE_TIME}}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in range(1, 10_000))
    aside = next(one for name in names if not (one := path.with_name(name)).exists())
    path.rename(aside)
    return aside
