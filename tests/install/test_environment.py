"""The environment made by make is rebuilt after a move, and for another Python."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.kit.paths import ROOT

REQUIREMENTS: Final = ("pyproject.toml", "constraints.txt", "hashes.txt")
INSTALLS: Final = (
    'INSTALL_CRIBBLE=echo "$(CURDIR)" > "$$(echo $(VENV)/lib/python*/site-packages)/cribble.pth"'
)
"""An editable installation of the program, without dependencies."""


def made(folder: Path) -> str:
    """Run make's rule for the environment of *folder*; return its output."""
    base = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    return subprocess.run(
        ["make", "-e", "VENV_FLAGS=--without-pip", INSTALLS, ".venv/.installed"],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "PYTHON": str(base)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def program_of(folder: Path) -> str:
    """Return the file that the environment of *folder* imports as the program."""
    words = [folder / ".venv/bin/python", "-I", "-c", "import cribble; print(cribble.__file__)"]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "a clone"
    (folder / "cribble").mkdir(parents=True)
    (folder / "cribble/__init__.py").touch()
    shutil.copy(ROOT / "Makefile", folder)
    for name in REQUIREMENTS:
        (folder / name).touch()
    assert "Setting up" in made(folder)
    assert "Setting up" not in made(folder)
    return folder


@pytest.mark.parametrize("take", [shutil.move, shutil.copytree])
def test_an_environment_of_another_folder_is_built_again(
    clone: Path, take: Callable[..., object]
) -> None:
    """After a move, and in a copy, whose environment would import the original program."""
    there = clone.with_name("elsewhere")
    take(clone, there, **({"symlinks": True} if take is shutil.copytree else {}))
    assert "Setting up" in made(there)
    assert program_of(there) == str(there / "cribble/__init__.py")
    assert "Setting up" not in made(there)


def test_an_environment_is_built_again_when_its_python_is_another_one(clone: Path) -> None:
    """After a system upgrade, python3 would look in the folder of its new version."""
    (clone / ".venv/lib" / f"python3.{sys.version_info.minor}").rename(
        clone / ".venv/lib/python3.9"
    )
    assert "Setting up" in made(clone)
    assert program_of(clone) == str(clone / "cribble/__init__.py")
    assert not (clone / ".venv/lib/python3.9").exists()
