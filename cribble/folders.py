"""Paths of the config and of a table's data, which only the owner can read."""

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
"""File that lists the topics retained on the broker by this table."""
RESTORING: Final = "restoring"
"""The staging folder of a restore; once committed, the next start restores it."""
HOUSE: Final = "house.json"
"""File with the configured night hours while Home Assistant overrides them."""

HUB: Final = "hub"
"""The folder of a club night's journal, secrets and broker, in the data folder."""
HUB_JOURNAL: Final = "night.sqlite"
HUB_ADDRESS: Final = "address"
HUB_SECRETS: Final = "hub-secrets.json"
HUB_BROKER: Final = "broker"

PACKAGE: Final = Path("/usr/lib/cribble")
PACKAGE_CONFIG: Final = Path("/etc/cribble/config.toml")
"""The config file of a table installed from the Debian package."""
PACKAGE_ROLLBACK: Final = Path("/usr/libexec/cribble/rollback")


def is_packaged() -> bool:
    return Path(sys.prefix).is_relative_to(PACKAGE)


SHIPPED: Final = (
    Path(__file__).parents[1],
    Path(sys.prefix) / "share/doc/cribble",
    Path("/usr/share/doc/cribble"),
)
"""Folders that may contain the docs: a clone, a pip environment, the package."""


def usual_data(environ: Mapping[str, str]) -> Path:
    """Return the default data folder (XDG); may start with ``~``."""
    return _xdg(environ, "XDG_DATA_HOME", ".local/share") / "cribble"


def usual_config(environ: Mapping[str, str]) -> Path:
    """Return the default config file: the package's if packaged, else the user's (XDG)."""
    if is_packaged():
        return PACKAGE_CONFIG
    return _xdg(environ, "XDG_CONFIG_HOME", ".config") / "cribble" / "config.toml"


def _xdg(environ: Mapping[str, str], name: str, usual: str) -> Path:
    """Return the folder in the variable *name*; relative paths are ignored (XDG Base Directory)."""
    given = Path(environ.get(name, ""))
    return given if given.is_absolute() else Path("~") / usual


def expand_home(path: Path) -> Path:
    """Return *path* with ``~`` expanded. Raises Fault if the user has no home directory."""
    try:
        return path.expanduser()
    except RuntimeError:
        sentence = en("This user has no home directory for {path}: choose another folder.")
        raise Fault(sentence, path=path) from None


def make_folder(folder: Path) -> Path:
    """Create *folder*, accessible only to its owner, if missing; return it. Raises Fault."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise cannot_use(NotADirectoryError(errno.ENOTDIR, ""), folder) from None
    except OSError as fault:
        raise cannot_use(fault, folder) from None
    return folder
