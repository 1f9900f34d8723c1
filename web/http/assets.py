"""The files of the pages as they are sent: bundled and compressed, with a versioned URL.

``make setup`` builds them into ``web/assets.msgpack``. They are rebuilt on start if a source has
changed.
"""

import gzip
import os
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

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
"""Media types by suffix. Other files are not sent."""

STATIC: Final = Path(__file__).parents[1] / "static"
BUILT: Final = STATIC.with_name("assets.msgpack")
BUILDERS: Final = tuple(Path(__file__).with_name(name) for name in ("assets.py", "bundle.py"))
"""The modules whose changes require a rebuild."""

EAGER: Final = "//# allFunctionsCalledOnLoad\n"
"""A hint for Chromium to compile all functions of a script eagerly, off the main thread; a comment
for other browsers."""


class Asset(msgspec.Struct, frozen=True, array_like=True):
    """A file, its gzip (None if that is not smaller), and its media type."""

    body: bytes
    packed: bytes | None
    kind: str


class Assets(msgspec.Struct, frozen=True):
    """All files by path. ``digest``: part of their URLs, so that browsers may cache them forever;
    ``made_of``: digest of sources and builders."""

    made_of: str
    digest: str
    files: dict[str, Asset]

    @classmethod
    def of(cls, folder: Path = STATIC, built: Path = BUILT) -> "Assets":
        """Return the assets of *folder*, read from *built* if that is up to date by time or digest.

        Raises BundleFault.
        """
        try:
            kept = msgspec.msgpack.decode(built.read_bytes(), type=cls)
        except (FileNotFoundError, msgspec.DecodeError):
            kept = None
        if kept and _changed_at(folder) < built.stat().st_mtime_ns:
            return kept
        sources = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS
        }
        made_of = _digest(sources | {path.name: path.read_bytes() for path in BUILDERS})
        return kept if kept and kept.made_of == made_of else _build(sources, made_of)


def keep(built: Path = BUILT) -> None:
    """Build the assets if necessary, and write them to *built*."""
    built.write_bytes(msgspec.msgpack.encode(Assets.of(built=built)))


def _changed_at(folder: Path) -> int:
    """Return the latest modification time of *folder*, its contents and the builders, in ns."""
    places = [os.path.join(top, name) for top, _, names in os.walk(folder) for name in ("", *names)]  # noqa: PTH118
    return max(os.stat(place).st_mtime_ns for place in [*places, *map(str, BUILDERS)])  # noqa: PTH116


def _build(sources: dict[str, bytes], made_of: str) -> Assets:
    from web.http.bundle import FOLDER, Scripts, joined_sheets, squeezed

    modules = {name: body.decode() for name, body in sources.items() if name.endswith(".js")}
    sent = {name: body for name, body in sources.items() if not name.startswith(FOLDER)}
    sent |= joined_sheets(sources)
    for name, script in Scripts(modules).sent.items():
        of_a_page = "/" not in name
        sent[name] = ((EAGER if of_a_page else "") + squeezed(script)).encode()
    files = {}
    for name, body in sent.items():
        packed = gzip.compress(body, mtime=0)
        kind = KINDS[Path(name).suffix]
        files[name] = Asset(body, packed if len(packed) < len(body) else None, kind)
    return Assets(made_of, _digest(sent)[:12], files)


def _digest(files: dict[str, bytes]) -> str:
    digest = sha256()
    for name, body in files.items():
        digest.update(f"{name} {len(body)} ".encode() + body)
    return digest.hexdigest()
