"""The files of the page: read once, sent compressed, and all renamed when one of them changes."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

KINDS: Final = {
    ".css": "text/css; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The files that a page may have; others in the folder are not sent."""


class Asset(NamedTuple):
    """One file, as it is and compressed; ``packed`` is None where that saves nothing."""

    body: bytes
    packed: bytes | None
    kind: str


class Assets:
    """All of them by path. ``digest`` names this edition, so that browsers may keep it for ever."""

    def __init__(self, folder: Path) -> None:
        self._files = {
            path.relative_to(folder).as_posix(): _read(path)
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS
        }
        edition = sha256()
        for name, asset in self._files.items():
            edition.update(f"{name} {len(asset.body)} ".encode() + asset.body)
        self.digest = edition.hexdigest()[:12]

    def get(self, name: str) -> Asset | None:
        """The file called *name*, if the page has it."""
        return self._files.get(name)


def _read(path: Path) -> Asset:
    body = path.read_bytes()
    packed = gzip.compress(body, mtime=0)
    return Asset(body, packed if len(packed) < len(body) else None, KINDS[path.suffix])
