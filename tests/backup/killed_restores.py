"""Kill a restore before each of its file operations, and keep a copy of the folder after each kill.

Run as a separate program that forks, because importing takes Python half a second.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from cribble.backup.archive import CONFIG, MARKER, finish, restore
from cribble.config.schema import Config
from cribble.folders import RESTORING
from tests.kit.paths import ROOT

OPERATIONS = frozenset(
    ("open", "os.rename", "os.remove", "os.link", "os.mkdir", "os.rmdir", "sqlite3.connect")
)
"""Audit events of Python for operations that change a folder."""


def killed_restores(file: Path, data: Path, into: Path) -> list[Path]:
    """Return copies of the folder *data*, each after a restore of the backup *file* that was killed
    one operation later than the previous one (four, while the backup is only read); the last one
    was not killed. Half of them were killed again while recovering."""
    subprocess.run([sys.executable, "-m", __name__, file, data, into], cwd=ROOT, check=True)
    return sorted(into.iterdir(), key=lambda path: int(path.name))


def _is_killed(folder: Path, step: int, work: Callable[[], object]) -> bool:
    """Run *work* in a fork that kills itself before operation number *step* in *folder*; return
    whether it got that far."""
    if not (child := os.fork()):
        seen = count()

        def hook(event: str, args: tuple[Any, ...]) -> None:
            is_read = event == "open" and not str(args[0]).startswith(str(folder))
            if event in OPERATIONS and not is_read and next(seen) == step:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hook)
        work()
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or status == 0
    return os.WIFSIGNALED(status)


def _kill_at_each(file: Path, data: Path, into: Path) -> None:
    step = 0
    while True:
        there = into / str(step)
        shutil.copytree(data, there)
        config = there / CONFIG
        if not _is_killed(there, step, lambda: restore(file, there, config, Config())):  # noqa: B023
            return
        if step % 2:
            _is_killed(there, step % 7, lambda: finish(there, config))  # noqa: B023
        is_ready = (there / RESTORING / MARKER).exists() or any(there.glob("replaced-*"))
        step += 1 if is_ready else 4


if __name__ == "__main__":
    _kill_at_each(*map(Path, sys.argv[1:]))
