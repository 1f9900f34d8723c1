"""The files of the page: read once, sent compressed, and all renamed when one of them changes."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from web import one_script
from web.one_script import Scripts
from web.styles import FOLDER, joined_sheets

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

HOW_JOINED: Final = Path(one_script.__file__)


class Asset(NamedTuple):
    """One file, as it is and compressed; ``packed`` is None where that saves nothing."""

    body: bytes
    packed: bytes | None
    kind: str


class Assets:
    """All of them by path. ``digest`` names this edition, so that browsers may keep it for ever."""

    def __init__(self, folder: Path) -> None:
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS
        }
        sheets = joined_sheets(files)
        sent = {name: body for name, body in files.items() if not name.startswith(FOLDER)} | sheets
        self._files = {name: _asset(name, body) for name, body in sent.items()}
        self._scripts = Scripts(
            {name: body.decode() for name, body in files.items() if name.endswith(".js")}
        )
        self._joined: dict[str, Asset] = {}
        edition = sha256(HOW_JOINED.read_bytes())
        for name, body in sent.items():
            edition.update(f"{name} {len(body)} ".encode() + body)
        self.digest = edition.hexdigest()[:12]

    def get(self, name: str) -> Asset | None:
        """The file called *name*, if the page has it; a script with all that it imports."""
        if name in self._scripts.sent and name not in self._joined:
            self._joined[name] = _asset(name, self._scripts.joined(name).encode())
        return self._joined.get(name) or self._files.get(name)


def _asset(name: str, body: bytes) -> Asset:
    packed = gzip.compress(body, mtime=0)
    return Asset(body, packed if len(packed) < len(body) else None, KINDS[Path(name).suffix])
