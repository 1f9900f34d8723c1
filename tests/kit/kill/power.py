"""A disk on which nothing survives a power cut but what somebody waited for to be written."""

import os
import shutil
from pathlib import Path

from tests.firmware.rig.toolchain import built, need

SOURCE = Path(__file__).with_name("power.c")
STRICT = ("-std=gnu11", "-Wall", "-Wextra", "-Werror", "-O1")


class Power:
    """Of the files in *folder*; programs with this ``environment`` write there."""

    def __init__(self, folder: Path) -> None:
        need("gcc")
        library = built("power", ("gcc", *STRICT, "-shared", "-fPIC"), (SOURCE,))
        self._folder, self._kept = folder, folder.with_name(f"{folder.name}-kept")
        self._broken = self._kept / "broken"
        self.environment = os.environ | {
            "LD_PRELOAD": str(library),
            "CRIBBLE_KEPT": str(self._kept),
        }
        self.on()

    def on(self) -> None:
        """From here on; all that lies there was written."""
        _same(self._folder, self._kept)

    def cut(self) -> None:
        """The folder is as it is found when the power is back."""
        _same(self._kept, self._folder)

    def fail(self) -> None:
        """Fail every fsync."""
        self._broken.touch()

    def mend(self) -> None:
        """Written again."""
        self._broken.unlink()


def _same(folder: Path, other: Path) -> None:
    """Let *other* be like *folder*."""
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(folder, other, ignore=shutil.ignore_patterns(".*"))
