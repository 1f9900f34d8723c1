"""The wheel and the sdist of the program: ``make dist``."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
NOT_COPIED: Final = (".*", "__pycache__", "*.pyc", "*.egg-info", "build", "dist", "tests")
BUILD: Final = """
import sys
from setuptools import build_meta
into, *kinds = sys.argv[1:]
for kind in kinds:
    print(getattr(build_meta, f"build_{kind}")(into))
"""


def build(into: Path, *kinds: str) -> tuple[Path, ...]:
    """Build *kinds*, each ``wheel`` or ``sdist``, into the folder *into*; return their paths.

    Includes the catalogues and page assets built by ``make setup``. Builds in a copy, since
    setuptools would otherwise include files left from earlier builds.
    """
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="cribble-dist-") as place:
        copy = Path(place) / "cribble"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))
        done = subprocess.run(
            [sys.executable, "-c", BUILD, into, *kinds],
            cwd=copy,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise SystemExit(done.stderr)
    return tuple(into / name for name in done.stdout.splitlines()[-len(kinds) :])


if __name__ == "__main__":
    for file in build(Path(sys.argv[1]).resolve(), "wheel", "sdist"):
        sys.stdout.write(f"{file}\n")
