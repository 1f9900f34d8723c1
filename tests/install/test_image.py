"""Images that Cribble can be put onto, and images that may be handed out; none needs root."""

import hashlib
import lzma
import re
import struct
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from tests.kit.paths import ROOMS, ROOT

sys.path.append(str(ROOT / "packaging/image"))

from disk import Card, base_faults, missing_tools, resize, result_faults
from os_list import manifest

pytestmark = pytest.mark.skipif(bool(missing_tools()), reason="mtools or e2fsprogs are missing")

MIB: Final = 1 << 20
FAT_MIB, ROOT_MIB = 4, 12
STATUS: Final = """Package: base-files
Status: install ok installed
Architecture: arm64

Package: python3-venv
Status: install ok installed
"""
BASE: Final[dict[str, str | Path | None]] = {
    "usr/lib/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\n',
    "etc/rpi-issue": "Raspberry Pi reference 2026-11-01\n",
    "etc/machine-id": "uninitialized\n",
    "etc/shadow": "root:!*:20000::::::\ndaemon:*:20000::::::\n",
    "etc/systemd/system/userconfig.service": Path("/dev/null"),
    "var/lib/dpkg/status": STATUS,
    "var/lib/cribble": None,
}
CONFIG: Final = "#dtparam=spi=on\ndtparam=audio=on\n"


def card(
    folder: Path,
    changes: Mapping[str, str | Path | None] = {},
    config: str = CONFIG,
    kinds: tuple[int, ...] = (0x0C, 0x83),
    *,
    is_ext: bool = True,
) -> Card:
    """An image with the files of BASE after *changes* (None: without that file)."""
    tree, image = folder / "tree", folder / "card.img"
    for name, text in (BASE | dict(changes)).items():
        file = tree / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if name in changes and text is None:
            continue
        if text is None:
            file.mkdir()
        elif isinstance(text, Path):
            file.symlink_to(text)
        else:
            file.write_text(text)
    sizes = (FAT_MIB * MIB, ROOT_MIB * MIB)
    starts = (MIB, MIB + sizes[0])
    entries = b"".join(
        struct.pack("<4xB3xII", kind, start // 512, size // 512)
        for kind, start, size in zip(kinds, starts, sizes, strict=False)
    )
    with image.open("wb") as disk:
        disk.truncate(starts[1] + sizes[1])
        disk.seek(446)
        disk.write(entries.ljust(64, b"\0") + b"\x55\xaa")
    fat = f"{image}@@{starts[0]}"
    subprocess.run(["mformat", "-i", fat, "-T", str(sizes[0] // 512), "::"], check=True)
    subprocess.run(["mcopy", "-i", fat, "-", "::config.txt"], input=config.encode(), check=True)
    if is_ext:
        size = f"{ROOT_MIB}M"
        make = ["mke2fs", "-q", "-t", "ext4", "-d", str(tree), "-E", f"offset={starts[1]}"]
        subprocess.run([*make, str(image), size], check=True, capture_output=True)
    return Card(image)


def test_raspberry_pi_os_is_taken_and_may_be_handed_out(tmp_path: Path) -> None:
    assert list(base_faults(card(tmp_path))) == []
    assert list(result_faults(card(tmp_path / "again"))) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"changes": {"usr/lib/os-release": 'VERSION_ID="11"\nPRETTY_NAME="Debian 11"\n'}},
            "Debian 11",
        ),
        ({"changes": {"etc/rpi-issue": None}}, "rpi-issue"),
        ({"config": "dtparam=audio=on\n"}, "dtparam=spi"),
        (
            {"changes": {"var/lib/dpkg/status": STATUS.replace("install ok", "deinstall ok")}},
            "python3-venv",
        ),
        ({"changes": {"var/lib/dpkg/status": STATUS.replace("arm64", "armhf")}}, "arm64"),
        ({"kinds": (0xEE,)}, "GPT"),
        ({"kinds": (0x83, 0x0C)}, "FAT"),
        ({"is_ext": False}, "ext4"),
    ],
)
def test_wrong_base_is_refused(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    assert any(said in fault for fault in base_faults(card(tmp_path, **changes)))


@pytest.mark.parametrize(
    "name",
    ["var/lib/cribble/secrets.json", "etc/ssh/ssh_host_ed25519_key", "etc/machine-id", "etc/shadow",
     "etc/systemd/system/userconfig.service"],
)  # fmt: skip
def test_image_with_a_secret_or_a_way_in_is_not_handed_out(name: str, tmp_path: Path) -> None:
    text = "pi:$y$j9T$secret:20000::::::\n" if name == "etc/shadow" else "0" * 32
    (fault,) = result_faults(card(tmp_path, {name: text}))
    assert name.rpartition("/")[2] in fault or "pi has a password" in fault


def test_what_is_no_disk_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "card.img.xz"
    file.write_bytes(lzma.compress(b"a" * 4096))
    assert "packed" in Card(file).fault


def test_partition_that_was_resized_keeps_its_files(tmp_path: Path) -> None:
    shown = card(tmp_path)
    image = tmp_path / "card.img"
    resize(image, shown.root, shown.root.size + MIB)
    grown = Card(image)
    assert (grown.root.start, grown.root.size) == (shown.root.start, shown.root.size + MIB)
    assert image.stat().st_size == grown.root.start + grown.root.size
    assert grown.text("/etc/rpi-issue") == BASE["etc/rpi-issue"]


def test_the_manifest_describes_the_image(tmp_path: Path) -> None:
    """The fields that Imager's schema requires of an operating system, and its enumerations."""
    whole = bytes(MIB)
    packed = tmp_path / "cribble.img.xz"
    packed.write_bytes(lzma.compress(whole))
    (row,) = manifest(
        packed, "https://example.org/c.img.xz", "https://example.org/c.svg", "2026-11-30"
    )["os_list"]
    assert row["extract_size"] == len(whole)
    assert row["extract_sha256"] == hashlib.sha256(whole).hexdigest()
    assert row["image_download_size"] == packed.stat().st_size
    assert row["image_download_sha256"] == hashlib.sha256(packed.read_bytes()).hexdigest()
    assert {"name", "description", "icon", "url", "release_date"} <= row.keys()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["release_date"])
    assert row["init_format"] in {"none", "systemd", "cloudinit", "cloudinit-rpi"}
    assert row["architecture"] in {"armv6", "armv7", "armv8"}


def test_files_of_imager_are_deleted_and_never_read() -> None:
    """They are cloud-init's, as tests/install/test_imager_files.py shows."""
    names = re.compile(rb"^.*(?:network-config|user-data|rpi-preseed).*$", re.MULTILINE)
    named = [
        line
        for room in (*ROOMS, "packaging")
        for file in (ROOT / room).rglob("*")
        if file.is_file() and file.suffix != ".pyc" and file.name != "debian.py"
        for line in names.findall(file.read_bytes())
    ]
    assert named == [b"rm -f /boot/firmware/network-config /boot/firmware/user-data"]
