"""The files of the page: read once, sent compressed, and all renamed when one of them changes."""

import gzip
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

from web.http.bundle import Scripts, squeezed
from web.http.styles import FOLDER, joined_sheets

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


@dataclass(frozen=True)
class Asset:
    """One file of the media type *kind*; scripts are squeezed when they are first sent."""

    source: bytes
    kind: str

    @cached_property
    def body(self) -> bytes:
        """The file as it is sent."""
        is_script = self.kind == KINDS[".js"]
        return squeezed(self.source.decode()).encode() if is_script else self.source

    @cached_property
    def packed(self) -> bytes | None:
        """The file compressed when it is first sent; None where that saves nothing."""
        packed = gzip.compress(self.body, mtime=0)
        return packed if len(packed) < len(self.body) else None


class Assets:
    """All of them by path. ``digest`` names this edition, so that browsers may keep it for ever.

    Raises BundleFault where the scripts cannot be bundled.
    """

    def __init__(self, folder: Path) -> None:
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS
        }
        scripts = Scripts({name: body.decode() for name, body in files.items() if _is_script(name)})
        sent = {name: body for name, body in files.items() if not name.startswith(FOLDER)}
        sent |= joined_sheets(files)
        sent |= {name: script.encode() for name, script in scripts.sent.items()}
        self._files = {name: Asset(body, KINDS[Path(name).suffix]) for name, body in sent.items()}
        edition = sha256()
        for name, body in sent.items():
            edition.update(f"{name} {len(body)} ".encode() + body)
        self.digest = edition.hexdigest()[:12]

    def get(self, name: str) -> Asset | None:
        """Return the file *name*, a script with all that it uses; None where there is none."""
        return self._files.get(name)


def _is_script(name: str) -> bool:
    return name.endswith(".js")
