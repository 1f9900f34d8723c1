"""Debian packages built from a copy of this folder, which a test may have changed."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.kit.paths import ROOT

WHEELS: Final = ROOT / "build" / "wheels"
NOT_COPIED: Final = (".*", "__pycache__", "*.egg-info", "build", "dist", "tests")


def build_package(
    into: Path, version: str = "", architecture: str = "amd64", **changes: Mapping[str, str]
) -> Path:
    """Return the package of this folder as it is, under another *version* and with *changes*: by
    file, what takes the place of what."""
    copy = into / "source"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))
    if version:
        changes["pyproject.toml"] = {'version = "0.1.0"': f'version = "{version}"'}
    for name, pairs in changes.items():
        file = copy / name
        text = file.read_text(encoding="utf-8")
        for old, new in pairs.items():
            assert old in text, f"{name} has no {old!r}"
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, copy / "packaging/deb.py", "--into", into, "--wheels", WHEELS,
         "--compression", "gzip", architecture],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())
