"""The machine that this program runs on: a Raspberry Pi or not, an appliance or not."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from cribble.folders import is_packaged

ROOT: Final = Path("/")
MODEL: Final = "proc/device-tree/model"
SERVICE: Final = "INVOCATION_ID"
"""The variable that systemd sets for each service."""


def is_a_pi(model: Path = ROOT / MODEL) -> bool:
    """True if this machine is a Raspberry Pi."""
    with suppress(OSError):
        return model.read_bytes().startswith(b"Raspberry Pi")
    return False


def is_service(environ: Mapping[str, str]) -> bool:
    """True if systemd started this program."""
    return SERVICE in environ


def is_appliance(environ: Mapping[str, str]) -> bool:
    """True if this program is the Debian package's, or was started by systemd."""
    return is_packaged() or is_service(environ)
