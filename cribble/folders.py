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
"""The folder of a backup that is staged, and put in place by the next start once it is marked."""
HOUSE: Final = "house.json"
"""The hours of the night that Home Assistant has put off."""

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
    """True if this program is the Debian package's."""
    return Path(sys.prefix).is_relative_to(PACKAGE)


SHIPPED: Final = (
    Path(__file__).parents[1],
    Path(sys.prefix) / "share/doc/cribble",
    Path("/usr/share/doc/cribble"),
)
"""The folders that may hold the program's docs: a clone, an environment of pip, the package."""


def shipped_board(name: str) -> Path | None:
    """Return the config of the board called *name* that comes with the program, if there is one."""
    if name != Path(name).name:
        return None
    files = (folder / "docs/boards" / f"{name}.toml" for folder in SHIPPED)
    return next(filter(Path.is_file, files), None)


def usual_data(environ: Mapping[str, str]) -> Path:
    """Return the user's folder for data (XDG), in a folder of ours."""
    return _xdg(environ, "XDG_DATA_HOME", ".local/share") / "cribble"


def usual_config(environ: Mapping[str, str]) -> Path:
    """Return the config of the package's table if this program is the package's; else the user's
    config file (XDG)."""
    if is_packaged():
        return PACKAGE_CONFIG
    return _xdg(environ, "XDG_CONFIG_HOME", ".config") / "cribble" / "config.toml"


def _xdg(environ: Mapping[str, str], name: str, usual: str) -> Path:
    """The folder that *name* gives; a relative one is to be passed over, says the standard."""
    given = Path(environ.get(name, ""))
    return given if given.is_absolute() else Path("~") / usual


def expand_home(path: Path) -> Path:
    """*path*, where ``~`` is the user's home. Raises Fault where the user has none."""
    try:
        return path.expanduser()
    except RuntimeError:
        sentence = en("This user has no home for {path}: name another place.")
        raise Fault(sentence, path=path) from None


def make_folder(folder: Path) -> Path:
    """*folder*; where it has to be made it is its owner's alone. Raises Fault."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise cannot_use(NotADirectoryError(errno.ENOTDIR, ""), folder) from None
    except OSError as fault:
        raise cannot_use(fault, folder) from None
    return folder
