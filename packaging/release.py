"""Collect a release in build: packages, wheel, sdist, SHA256SUMS and notes: ``make release``.

The same commit gives the same bytes: times are those of the commit, in the sdist too. An image is
not reproducible: its file system has random identifiers.
"""

import gzip
import hashlib
import io
import os
import re
import sys
import tarfile
from pathlib import Path
from typing import Final

from deb import commit_time, version
from dist import build

ROOT: Final = Path(__file__).parents[1]
FILES: Final = (
    "cribble_{version}_*.deb",
    "cribble-{version}-*.whl",
    "cribble-{version}.tar.gz",
    "cribble-{version}.img.xz",
    "cribble.rpi-imager-manifest",
)
"""The files of a release; the last two only if there is an image."""


def make_reproducible(sdist: Path) -> None:
    """Pack *sdist* again: in order, with the time of the commit and without a user."""
    with tarfile.open(sdist) as packed:
        members = sorted(packed.getmembers(), key=lambda member: member.name)
        contents = [packed.extractfile(member) for member in members]
        files = [content.read() if content else b"" for content in contents]
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for member, content in zip(members, files, strict=True):
            member.mtime, member.pax_headers = commit_time(), {}
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            archive.addfile(member, io.BytesIO(content))
    with gzip.GzipFile(sdist, "wb", 9, mtime=commit_time()) as file:
        file.write(plain.getvalue())


def notes() -> str:
    """Return the newest section of the changelog."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(r"^## .*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit("CHANGELOG.md has no section.")
    return found[0].strip() + "\n"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main() -> None:
    into = ROOT / "build"
    os.environ["SOURCE_DATE_EPOCH"] = str(commit_time())
    _, sdist = build(into, "wheel", "sdist")
    make_reproducible(sdist)
    (into / "NOTES.md").write_text(notes(), encoding="utf-8")
    files = [file for name in FILES for file in sorted(into.glob(name.format(version=version())))]
    sums = "".join(f"{_sha256(file)}  {file.name}\n" for file in files)
    (into / "SHA256SUMS").write_text(sums, encoding="utf-8")
    sys.stdout.write(sums)


if __name__ == "__main__":
    main()
