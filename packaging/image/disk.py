"""Disk images: an MBR with a FAT and an ext4 partition, read and checked without root.

Reads ext4 with debugfs and FAT with mtools, so neither needs to be mounted.
"""

import re
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

SECTOR: Final = 512
ENTRIES: Final = 446
"""Offset of the first of four partition entries in an MBR; each has 16 bytes."""
SIGNATURE: Final = b"\x55\xaa"
GPT, FAT32, FAT32_LBA, LINUX = 0xEE, 0x0B, 0x0C, 0x83
"""Partition types."""
EXT_MAGIC: Final = (1024 + 56, b"\x53\xef")
"""Offset and value of the magic number of ext2 to ext4."""

RELEASES: Final = ("12", "13")
"""The versions of Debian for which there is a package."""
TOOLS: Final = ("debugfs", "mtype", "mcopy")


class Partition(NamedTuple):
    """A partition: its ``number`` from 1 and type; offset and size in bytes."""

    number: int
    kind: int
    start: int
    size: int


def partitions(image: Path) -> tuple[Partition, ...]:
    """Return the primary partitions; none if *image* has no MBR."""
    with image.open("rb") as file:
        head = file.read(SECTOR)
    if head[-2:] != SIGNATURE:
        return ()
    found = []
    for number in range(4):
        entry = head[ENTRIES + 16 * number :][:16]
        kind, start, sectors = entry[4], *struct.unpack("<II", entry[8:16])
        if kind:
            found.append(Partition(number + 1, kind, start * SECTOR, sectors * SECTOR))
    return tuple(found)


def resize(image: Path, part: Partition, size: int) -> None:
    """Set the size of the last partition, and of the file, in bytes."""
    with image.open("r+b") as file:
        file.seek(ENTRIES + 16 * (part.number - 1) + 12)
        file.write(struct.pack("<I", size // SECTOR))
        file.truncate(part.start + size)


class Card:
    """An image with a FAT and an ext4 partition. ``fault`` says why it has not, or is empty."""

    def __init__(self, image: Path) -> None:
        self._image, self.fault = image, ""
        found = partitions(image)
        if not found:
            self.fault = "It has no MBR: it is not the image of a disk, or it is still packed."
        elif any(part.kind == GPT for part in found):
            self.fault = "It has a GPT, but Raspberry Pi OS has an MBR."
        elif [part.kind in (FAT32, FAT32_LBA) for part in found] != [True, False]:
            kinds = ", ".join(f"{part.kind:#04x}" for part in found)
            self.fault = f"It must have a FAT and then a Linux partition, but has: {kinds}."
        elif found[1].kind != LINUX or not self._is_ext(found[1]):
            self.fault = "Its second partition is not ext4."
        else:
            self.fat, self.root = found

    def _is_ext(self, part: Partition) -> bool:
        at, magic = EXT_MAGIC
        with self._image.open("rb") as file:
            file.seek(part.start + at)
            return file.read(len(magic)) == magic

    def text(self, path: str) -> str | None:
        """Return the text of a file of the ext4 partition; None if there is none."""
        done = self._debugfs(f'cat "{path}"')
        return None if "File not found" in done.stderr else done.stdout

    def names(self, folder: str) -> tuple[str, ...]:
        """Return the names in a folder of the ext4 partition."""
        rows = (row.split("/") for row in self._debugfs(f'ls -p "{folder}"').stdout.splitlines())
        return tuple(row[5] for row in rows if len(row) > 5 and row[5] not in (".", ".."))

    def target(self, path: str) -> str:
        """Return the target of a short symbolic link; empty if there is none."""
        found = re.search(r'Fast link dest: "(.*)"', self._debugfs(f'stat "{path}"').stdout)
        return found[1] if found else ""

    @property
    def fat_path(self) -> str:
        """The FAT partition as mtools name it."""
        return f"{self._image}@@{self.fat.start}"

    def boot_text(self, name: str) -> str:
        """Return the text of a file of the FAT partition; empty if there is none."""
        return _run("mtype", "-i", self.fat_path, f"::{name}").stdout

    def _debugfs(self, request: str) -> subprocess.CompletedProcess[str]:
        return _run("debugfs", "-R", request, f"{self._image}?offset={self.root.start}")


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)


def missing_tools() -> list[str]:
    """Return the programs that are needed to read images and not installed."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def base_faults(card: Card) -> Iterator[str]:
    """Yield why Cribble cannot be put onto *card*."""
    if card.fault:
        yield card.fault
        return
    told = card.text("/usr/lib/os-release") or ""
    release = dict(re.findall(r'^(\w+)="?([^"\n]*)', told, re.MULTILINE))
    if release.get("VERSION_ID") not in RELEASES:
        name = release.get("PRETTY_NAME", "an unknown system")
        yield f"It holds {name}; needed: Raspberry Pi OS from Debian {' or '.join(RELEASES)}."
    if card.text("/etc/rpi-issue") is None:
        yield "It is not Raspberry Pi OS: there is no /etc/rpi-issue."
    if not re.search(r"^#?\s*dtparam=spi=", card.boot_text("config.txt"), re.MULTILINE):
        yield "Its config.txt has no line dtparam=spi, which switches the pins of the lights on."
    status = card.text("/var/lib/dpkg/status") or ""
    if "Package: python3-venv\nStatus: install ok installed\n" not in status:
        yield "It has no python3-venv, which the package needs: take Raspberry Pi OS Lite."
    if not re.search(r"^Package: base-files\n(?:.+\n)*Architecture: arm64$", status, re.MULTILINE):
        yield "It is not a 64-bit system (arm64)."


def result_faults(card: Card) -> Iterator[str]:
    """Yield why *card* must not be handed out: secrets of a machine, or a way in."""
    for name in card.names("/var/lib/cribble"):
        yield f"/var/lib/cribble/{name} would be the same on every card."
    for name in card.names("/etc/ssh"):
        if re.fullmatch(r"ssh_host_\w+_key", name):
            yield f"/etc/ssh/{name} would be the same on every card."
    if (card.text("/etc/machine-id") or "").strip() not in ("", "uninitialized"):
        yield "/etc/machine-id would be the same on every card."
    for row in (card.text("/etc/shadow") or "").splitlines():
        user, password, *_ = row.split(":")
        if not password.startswith(("!", "*")):
            yield f"The user {user} has a password."
    if card.target("/etc/systemd/system/userconfig.service") != "/dev/null":
        yield "userconfig.service, which asks for a user on the screen, is not masked."
