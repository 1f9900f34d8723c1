"""Downloads the wheels for the Debian package, verified by hash, for each architecture."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
HASHES: Final = ROOT / "hashes.txt"

PYTHONS: Final = ("3.11", "3.13")
"""The Python versions of Debian 12 and 13, on which Raspberry Pi OS is based."""
MACHINES: Final = {"amd64": "x86_64", "arm64": "aarch64"}
"""Architectures by their Debian name, with the name used in wheels."""
GLIBC: Final = ("manylinux_2_28", "manylinux_2_17", "manylinux2014", "manylinux_2_5", "manylinux1")
"""The glibc versions that a wheel may require. Debian 12 has 2.36."""

ENTRY: Final = re.compile(
    r"^([\w.-]+)==(\S+) \\\n(?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n?)+", re.MULTILINE
)
DRIVER: Final = ROOT / "packaging" / "driver.txt"
BUILDERS: Final = frozenset({"setuptools"})


def requirements() -> str:
    """Return the entries of hashes.txt needed at run time, without build tools."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    builds = project["project"]["optional-dependencies"]["catalogues"]
    left_out = BUILDERS | {re.split("[<>=]", one)[0] for one in builds}
    return _entries(lambda name: name not in left_out)


def _entries(is_wanted: Callable[[str], bool]) -> str:
    text = HASHES.read_text(encoding="utf-8")
    found = [entry[0].rstrip() for entry in ENTRY.finditer(text) if is_wanted(entry[1])]
    return "\n".join(found) + "\n"


def fetch(architecture: str, into: Path) -> None:
    """Download the wheels for *architecture*, such as arm64, and each of PYTHONS, if missing.

    Raises CalledProcessError where one cannot be had, or is not as it was.
    """
    wanted = requirements()
    if any(
        (into / name).read_text(encoding="utf-8") != _names(wanted)
        for name in (f"for-python{python}" for python in PYTHONS)
        if (into / name).exists()
    ):
        shutil.rmtree(into)  # Wheels of other versions would be packaged too.
    into.mkdir(parents=True, exist_ok=True)
    platforms = [
        word for glibc in GLIBC for word in ("--platform", f"{glibc}_{MACHINES[architecture]}")
    ]
    for python in PYTHONS:
        only = ("--only-binary=:all:", "--python-version", python, "--implementation", "cp")
        _download(into, f"for-python{python}", wanted, *only, *platforms)
    if architecture == "arm64":
        driver = _entries(BUILDERS.__contains__) + DRIVER.read_text(encoding="utf-8")
        _download(into, "source.txt", driver, "--no-build-isolation")


def _download(into: Path, name: str, wanted: str, *options: str) -> None:
    """Download *wanted*; the file *name*, which lists them, is written last."""
    done, hashes = into / name, into / "hashes.txt"
    hashes.write_text(wanted, encoding="utf-8")
    if not done.exists():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        by_hash = ["--require-hashes", "--requirement", str(hashes)]
        into_folder = ["--no-deps", "--dest", str(into)]
        subprocess.run([*pip, *by_hash, *into_folder, *options], check=True)
        done.write_text(_names(wanted), encoding="utf-8")
    hashes.unlink()


def _names(wanted: str) -> str:
    """Return the names and versions in *wanted*, one per line, without hashes."""
    found = re.findall(r"^[\w.-]+==\S+", wanted, re.MULTILINE)
    return "".join(f"{one}\n" for one in found)
