"""The folders of the config and of a table's data, which only their owner may read."""

import errno
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cribble.cli.files import cannot_use
from scorekeeper.words import Fault, en

JOURNAL: Final = "journal.sqlite"
SECRETS: Final = "secrets.json"
SETTINGS: Final = "settings.json"
DEVICES: Final = "devices.json"
STARTS: Final = "starts.json"
NIGHT: Final = "night.json"
ANNOUNCED: Final = "announced.json"
"""The topics that the table keeps on the broker."""
RESTORING: Final = "restoring"
"""The folder of a staged backup, which the next start restores once it is committed."""
HOUSE: Final = "house.json"
"""The hours of the night before Home Assistant forced one."""

HUB: Final = "hub"
"""The folder of a club night, in the data folder: its journal and secrets, and its own broker."""
HUB_JOURNAL: Final = "night.sqlite"
HUB_ADDRESS: Final = "address"
HUB_SECRETS: Final = "hub-secrets.json"
HUB_BROKER: Final = "broker"

PACKAGE: Final = Path("/usr/lib/cribble")
PACKAGE_CONFIG: Final = Path("/etc/cribble/config.toml")
"""The place of the Debian package's program, and the config of its table."""
PACKAGE_ROLLBACK: Final = Path("/usr/libexec/cribble/rollback")


def is_packaged() -> bool:
    return Path(sys.prefix).is_relative_to(PACKAGE)


SHIPPED: Final = (
    Path(__file__).parents[1],
    Path(sys.prefix) / "share/doc/cribble",
    Path("/usr/share/doc/cribble"),
)
"""The folders that may hold the program's docs: a clone, an environment of pip, the package."""


def usual_data(environ: Mapping[str, str]) -> Path:
    """Return the user's folder for data (XDG), in a folder of ours."""
    return _xdg(environ, "XDG_DATA_HOME", ".local/share") / "cribble"


def usual_config(environ: Mapping[str, str]) -> Path:
    """Return the package's config if this program is the package's, else the user's (XDG)."""
    if is_packaged():
        return PACKAGE_CONFIG
    return _xdg(environ, "XDG_CONFIG_HOME", ".config") / "cribble" / "config.toml"


def _xdg(environ: Mapping[str, str], name: str, usual: str) -> Path:
    """The folder in the variable *name*; the standard says to ignore a relative one."""
    given = Path(environ.get(name, ""))
    return given if given.is_absolute() else Path("~") / usual


def expand_home(path: Path) -> Path:
    """Return *path* with ``~`` expanded. Raises Fault if the user has no home."""
    try:
        return path.expanduser()
    except RuntimeError:
        sentence = en("This user has no home directory for {path}: choose another folder.")
        raise Fault(sentence, path=path) from None


def make_folder(folder: Path) -> Path:
    """Return *folder*, made private to its owner if it is missing. Raises Fault."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise cannot_use(NotADirectoryError(errno.ENOTDIR, ""), folder) from None
    except OSError as fault:
        raise cannot_use(fault, folder) from None
    return folder
