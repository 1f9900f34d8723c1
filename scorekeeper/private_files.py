"""Files readable only by their owner: create, write atomically, set aside."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

FILE_TIME: Final = "%Y%m%dT%H%M%SZ"
"""The UTC time format in the name of a file or folder that was set aside."""


def give_to_folder_owner(file: int | Path, folder: Path) -> None:
    """Give *file*, just created, to the owner of its *folder* if this process runs as root, as with
    `sudo cribble pin`: the server does not, and must be able to read it. Raises OSError."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def create_private(path: Path) -> None:
    """Create *path*, readable only by the owner of its folder, unless it exists. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        give_to_folder_owner(handle, path.parent)
    finally:
        os.close(handle)


def write_private(path: Path, content: bytes) -> None:
    """Write *content* to *path* atomically, readable only by its owner. Raises OSError."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        give_to_folder_owner(handle, path.parent)
        file.write(content)
        file.flush()
        os.fsync(handle)
    fresh.replace(path)


def names_aside(path: Path, now: datetime) -> Iterator[Path]:
    """Iterate over names for *path* when it is set aside *now*: with the time, then numbered."""
    stem = f"{path.name}.{now:{FILE_TIME}}"
    yield path.with_name(stem)
    yield from (path.with_name(f"{stem}-{number}") for number in range(2, 10_000))


def quarantine_file(path: Path) -> Path:
    """Rename *path* to a name that contains the time, so that nothing is lost. Raises OSError."""
    return path.rename(next(at for at in names_aside(path, datetime.now(UTC)) if not at.exists()))
