"""Contents of a backup, and damaged archives."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

from cribble.backup.archive import CONFIG, GAMES, MANIFEST
from cribble.folders import DEVICES, SECRETS, SETTINGS

PARTS = {
    SECRETS: b'{"code":"7QK4-93","key":"' + b"ab" * 32 + b'","pin":"123456","pin_version":"1"}',
    SETTINGS: b'{"brightness":0.5,"families":[]}',
    DEVICES: b'{"0123":1}',
    CONFIG: b'language = "fr"\n',
}


def changed(file: Path, **parts: bytes | None) -> None:
    """Replace *parts* of the zip, and omit those that are None."""
    with zipfile.ZipFile(file) as old:
        content = {info.filename: old.read(info) for info in old.infolist()}
    content |= {name: part for name, part in parts.items() if part is not None}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name, part in content.items():
            if name not in parts or parts[name] is not None:
                new.writestr(name, part)


def manifest(file: Path, **fields: object) -> None:
    with zipfile.ZipFile(file) as archive:
        told = json.loads(archive.read(MANIFEST))
    changed(file, **{MANIFEST: json.dumps(told | fields).encode()})


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-200])


def bomb(file: Path) -> None:
    changed(file, **{GAMES: bytes(20 << 20)})


def link(file: Path) -> None:
    with zipfile.ZipFile(file, "a") as archive:
        info = zipfile.ZipInfo("link")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")


HARM: dict[str, tuple[Callable[[Path], None], str]] = {
    "cut short": (cut, "is not a Cribble backup"),
    "no zip": (lambda file: file.write_bytes(b"games"), "is not a Cribble backup"),
    "no manifest": (lambda file: changed(file, **{MANIFEST: None}), "no manifest.json"),
    "a manifest of nonsense": (lambda file: changed(file, **{MANIFEST: b"[]"}), "manifest.json"),
    "newer": (lambda file: manifest(file, format=9), "from a newer Cribble (format 9)"),
    "a part changed": (lambda file: changed(file, **{SECRETS: b"{}"}), "secrets.json is corrupt"),
    "a part gone": (lambda file: changed(file, **{GAMES: None}), "journal.jsonl is corrupt"),
    "a path": (lambda file: changed(file, **{"../evil": b"x"}), "has an unknown part, ../evil"),
    "a link": (link, "has an unknown part, link"),
    "a bomb": (bomb, "is"),
}
