"""The files of the page: read once, sent compressed, and all renamed when one of them changes."""

import gzip
import re
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final

from web.http.bundle import Scripts

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


COMMENT: Final = re.compile(rb"/\*.*?\*/\s*", re.DOTALL)
INDENT: Final = re.compile(rb"^[ \t]+|\n(?=\n)", re.MULTILINE)
TURN: Final = re.compile(rb"(?<=[{};,])\n|;?\n(?=\})")


@dataclass(frozen=True)
class Asset:
    """One file of the media type *kind*."""

    body: bytes
    kind: str

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
        files |= {name: _lean(body) for name, body in files.items() if name.endswith(".css")}
        files |= {name: script.encode() for name, script in scripts.sent.items()}
        self._files = {name: Asset(body, KINDS[Path(name).suffix]) for name, body in files.items()}
        edition = sha256()
        for name, body in files.items():
            edition.update(f"{name} {len(body)} ".encode() + body)
        self.digest = edition.hexdigest()[:12]

    def get(self, name: str) -> Asset | None:
        """Return the file *name*, a script with all that it uses; None where there is none."""
        return self._files.get(name)


def _is_script(name: str) -> bool:
    return name.endswith(".js")


def _lean(style: bytes) -> bytes:
    """A style without what only its readers need."""
    return TURN.sub(b"", INDENT.sub(b"", COMMENT.sub(b"", style)))
