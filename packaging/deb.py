"""Build the Debian packages of both architectures: ``make deb``. Requires dpkg-deb, no compiler.

Contains ``packaging/root`` (files below its ``etc`` become conffiles), wheels, firmware and
documents.
"""

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from email.utils import formatdate
from pathlib import Path
from typing import Final

from dist import build
from wheels import MACHINES, fetch

ROOT: Final = Path(__file__).parents[1]
HERE: Final = ROOT / "packaging"
HOME: Final = "usr/lib/cribble"
DOCUMENTS: Final = "usr/share/doc/cribble"
DRAWINGS: Final = "cribble/drawings"
"""The wiring drawings of the program, which the documents link to."""
FIRMWARE: Final = ROOT / "firmware_bridge" / "firmware"
MAINTAINER: Final = "The Cribble authors <authors@cribble.example.org>"
SCRIPTS: Final = ("postinst", "prerm", "postrm", "triggers")
PAGES: Final = ("README.md", "LISEZMOI.md", "CHANGELOG.md")
COMPRESSIONS: Final = ("xz", "gzip", "none")

ENVIRONMENT: Final = ("bin", "lib", "pyvenv.cfg")
"""The parts of a virtual environment: all are links through one, so that switching is atomic."""

RECOMMENDS: Final = (
    "python3-gpiozero",
    "python3-spidev",
    "python3-evdev",
    "python3-lgpio | python3-rpi-lgpio",
    "avahi-daemon",
    "avahi-utils",
)

CONTROL: Final = """\
Package: cribble
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {kilobytes}
Depends: python3 (>= 3.11), python3-venv, adduser
Recommends: {recommends}
Suggests: mosquitto, avrdude
Section: misc
Priority: optional
Description: keep score for cribbage played with real cards
 Play a card, tap it on a phone, and Cribble counts it, explains every point
 and moves the pegs: on the phones, and on a strip of lights that replaces the
 pegging board.
 .
 The package keeps a table open on this machine from its start on: a page for
 the phones on port 80, its lights and its keypads. It carries everything that
 the program needs but Python.
"""

CHANGELOG: Final = """\
cribble ({version}) unstable; urgency=medium

  * CHANGELOG.md says what has changed.

 -- {maintainer}  {date}
"""


def version() -> str:
    """Return the version of pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def stage(tree: Path, architecture: str, wheels: Path | None, program: Path) -> None:
    """Lay out the package in *tree*, with the wheel *program* and those in the folder *wheels*, if
    given."""
    shutil.copytree(HERE / "root", tree, symlinks=True)
    home = tree / HOME
    home.mkdir(parents=True)
    for name in ENVIRONMENT:
        (home / name).symlink_to(f"current/{name}")
    _stage_wheels(home / "wheels", wheels, program)
    _stage_firmware(home / "firmware")
    _stage_documents(tree / DOCUMENTS)
    for file in conffiles(tree):
        kept = home / "conffiles" / file.relative_to(tree)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, kept)
    (home / "version").write_text(version() + "\n", encoding="utf-8")
    (home / "edition").write_text(f"{version()}-{_digest(home / 'wheels')}\n", encoding="utf-8")
    _stage_control(tree, architecture)


def conffiles(tree: Path) -> list[Path]:
    """Return the conffiles of *tree*."""
    return sorted(file for file in (tree / "etc").rglob("*") if file.is_file())


def _stage_wheels(there: Path, wheels: Path | None, program: Path) -> None:
    there.mkdir(parents=True)
    shutil.copy(program, there)
    names = f"cribble=={version()}\n"
    for file in sorted(wheels.iterdir()) if wheels else ():
        shutil.copy(file, there)
        if file.name.startswith("for-python"):
            names = f"cribble=={version()}\n{file.read_text(encoding='utf-8')}"
    (there / "requirements.txt").write_text(names, encoding="utf-8")


def _stage_firmware(there: Path) -> None:
    """Add the firmware: a hex file, a sketch for the Arduino IDE, and a UF2 file for a Pico."""
    there.mkdir()
    for kind in ("*.hex", "*.uf2"):
        for built in sorted((FIRMWARE / "hex").glob(kind)):
            shutil.copy(built, there)
    make = ["make", "--silent", "-C", str(FIRMWARE), "sketch", f"OUT={there}"]
    subprocess.run(make, check=True)


def _stage_documents(there: Path) -> None:
    there.mkdir(parents=True)
    shutil.copytree(ROOT / "docs", there / "docs", ignore=shutil.ignore_patterns("decisions"))
    shutil.copytree(ROOT / DRAWINGS, there / DRAWINGS)
    for name in PAGES:
        shutil.copy(ROOT / name, there)
    shutil.copy(HERE / "copyright", there)
    told = CHANGELOG.format(
        version=version(), maintainer=MAINTAINER, date=formatdate(commit_time())
    )
    with gzip.GzipFile(there / "changelog.gz", "wb", 9, mtime=0) as file:
        file.write(told.encode())


def _digest(wheels: Path) -> str:
    """Return a short digest of the contents of all *wheels*, independent of timestamps."""
    found = hashlib.sha256()
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            for entry in sorted(archive.infolist(), key=lambda entry: entry.filename):
                found.update(f"{wheel.name} {entry.filename} {entry.CRC}\n".encode())
    return found.hexdigest()[:10]


def _stage_control(tree: Path, architecture: str) -> None:
    there, listed = tree / "DEBIAN", conffiles(tree)
    there.mkdir()
    for name in SCRIPTS:
        shutil.copy(HERE / "maintainer" / name, there)
    names = "".join(f"/{file.relative_to(tree)}\n" for file in listed)
    (there / "conffiles").write_text(names, encoding="utf-8")
    files = [
        file
        for file in sorted(tree.rglob("*"))
        if file.is_file() and not file.is_symlink() and not file.is_relative_to(there)
    ]
    control = CONTROL.format(
        version=version(),
        architecture=architecture,
        maintainer=MAINTAINER,
        recommends=", ".join(RECOMMENDS),
        kilobytes=sum(file.stat().st_size for file in files) // 1024 + 1,
    )
    for place in (there / "control", tree / HOME / "control"):
        place.write_text(control, encoding="utf-8")
    sums = "".join(
        f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(tree)}\n"
        for file in (*files, tree / HOME / "control")
        if file not in listed
    )
    (there / "md5sums").write_text(sums, encoding="utf-8")


def commit_time() -> int:
    """Return the timestamp of all packaged files: SOURCE_DATE_EPOCH, or the last commit's."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    told = subprocess.run(
        ["git", "-C", ROOT, "log", "-1", "--format=%ct"],
        capture_output=True,
        text=True,
        check=False,
    )
    return (
        int(told.stdout) if told.returncode == 0 else int((ROOT / "pyproject.toml").stat().st_mtime)
    )


def make_reproducible(tree: Path) -> None:
    """Set the mode of every file to 0644, or 0755 if executable, independent of the umask, and its
    time to that of the commit, independent of the checkout."""
    time = commit_time()
    for path in (*sorted(tree.rglob("*"), reverse=True), tree):  # Folders after their files.
        if not path.is_symlink():
            runs = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (time, time), follow_symlinks=False)


def build_deb(
    architecture: str, into: Path, wheels: Path | None, program: Path, compression: str = "xz"
) -> Path:
    """Build the package for *architecture* into the folder *into* and return its path."""
    file = into / f"cribble_{version()}_{architecture}.deb"
    with tempfile.TemporaryDirectory(prefix="cribble-deb-") as place:
        tree = Path(place) / "tree"
        stage(tree, architecture, wheels, program)
        make_reproducible(tree)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", f"-Z{compression}", "--build", tree, file],
            env={**os.environ, "SOURCE_DATE_EPOCH": str(commit_time())},
            stdout=subprocess.DEVNULL,
            check=True,
        )
    return file


def main() -> None:
    """Build the packages selected on the command line."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--into", type=Path, default=ROOT / "build")
    options.add_argument("--wheels", type=Path, default=ROOT / "build" / "wheels")
    options.add_argument("--compression", choices=COMPRESSIONS, default="xz")
    options.add_argument("architectures", nargs="*", default=[*MACHINES])
    chosen = options.parse_args()
    os.environ["SOURCE_DATE_EPOCH"] = str(commit_time())  # Of the wheel, too.
    into = chosen.into.resolve()
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="cribble-dist-") as place:
        (program,) = build(Path(place), "wheel")
        for architecture in chosen.architectures:
            wheels = chosen.wheels.resolve() / architecture
            fetch(architecture, wheels)
            built = build_deb(architecture, into, wheels, program, chosen.compression)
            sys.stdout.write(f"{built}\n")


if __name__ == "__main__":
    main()
