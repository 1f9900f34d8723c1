"""Raspberry Pi OS is Debian 13 with Python 3.13: the whole of `make test` passes there, too."""

from pathlib import Path

import pytest

from tests.kit.machines.debian_tree import can_make_trees, debian_tree
from tests.kit.paths import ROOT

PACKAGES = ("ca-certificates", "git", "make", "python3", "python3-venv", "python3-dev", "gcc",
            "libc6-dev", "procps", "npm")  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(can_make_trees() is not None, reason=can_make_trees() or "")
def test_make_test_passes_on_debian_13(tmp_path: Path) -> None:
    """In a fresh tree, with the browser and the chip that `make test` installs there."""
    with debian_tree(tmp_path / "trixie", "trixie", PACKAGES) as tree:
        tree.clone(ROOT, "/srv/cribble")
        done = tree.run("cd /srv/cribble && make test ARGS=-q", CI="true")
        assert done.returncode == 0, done.stdout[-8000:]
