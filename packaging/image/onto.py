"""Put Cribble onto an image of Raspberry Pi OS Lite: ``make image BASE=…``. Requires root.

The image may be packed (.xz). The package is installed without a network; the result is checked for
secrets, shrunk and packed as build/cribble-VERSION.img.xz. Files in packaging/image/root are added.
On another processor than the image's, binfmt_misc must run its programs.
"""

import argparse
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from disk import Card, base_faults, missing_tools, resize, result_faults

HERE: Final = Path(__file__).parent
ROOM: Final = 400 << 20
"""Bytes added for the installation."""
SPARE: Final = 64 << 20
"""Bytes left free in the shrunk image; the partition grows at the first start."""
SYSTEM_FOLDERS: Final = (("proc", "proc"), ("sysfs", "sys"), ("tmpfs", "run"), ("devtmpfs", "dev"))
NO_SERVICES: Final = "#!/bin/sh\nexit 101\n"
"""policy-rc.d: the package must not start anything in the image."""

INSTALL: Final = """
set -eu
dpkg -i /tmp/cribble.deb
rm -f /var/lib/NetworkManager/NetworkManager.state /var/lib/systemd/rfkill/* /etc/ssh/ssh_host_*
: > /etc/machine-id
mkdir -p /var/lib/systemd/timesync
touch /var/lib/systemd/timesync/clock
systemctl mask userconfig.service apt-daily.timer apt-daily-upgrade.timer
systemctl disable ssh.service
systemctl enable cribble-screen.service cribble-first-boot.service
passwd --lock root
"""


def stop(faults: Iterator[str], image: Path) -> None:
    """Exit if there are *faults*."""
    if found := list(faults):
        sys.exit("\n".join([f"{image} cannot be used:", *found]))


def run(*command: object) -> None:
    # A Pi 3's processor has no pointer authentication, whose emulation takes most of the time.
    environment = os.environ | {"QEMU_CPU": "cortex-a53"}
    subprocess.run([str(word) for word in command], check=True, env=environment)


def unpack(base: Path, image: Path) -> None:
    """Copy *base*, which may be packed, to *image*."""
    opener = lzma.open if base.suffix == ".xz" else open
    with opener(base, "rb") as source, image.open("wb") as copy:
        shutil.copyfileobj(source, copy, 1 << 20)


@contextmanager
def mounted(image: Path, start: int, size: int) -> Iterator[Path]:
    """Mount the file system at *start*, without depending on partition devices."""
    options = f"loop,offset={start},sizelimit={size}"
    with tempfile.TemporaryDirectory() as folder:
        run("mount", "-o", options, image, folder)
        try:
            yield Path(folder)
        finally:
            run("umount", "--recursive", folder)


def install(root: Path, package: Path) -> None:
    """Install *package* in the system at *root*, in namespaces of its own and without a network."""
    shutil.copy(package, root / "tmp/cribble.deb")
    shutil.copytree(HERE / "root", root, dirs_exist_ok=True, symlinks=True)
    policy = root / "usr/sbin/policy-rc.d"
    policy.write_text(NO_SERVICES)
    policy.chmod(0o755)
    mounts = "".join(f"mount -t {kind} {kind} {root}/{at}\n" for kind, at in SYSTEM_FOLDERS)
    script = f"set -eu\nmount --make-rprivate /\n{mounts}exec chroot {root} sh -c '{INSTALL}'"
    run("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", script)
    policy.unlink()
    (root / "tmp/cribble.deb").unlink()


def set_up_boot(card: Card) -> None:
    """Switch SPI on and audio, which shares a clock with the lights, off; restart after a kernel
    panic."""
    text = re.sub(
        r"^#?\s*dtparam=spi=.*$", "dtparam=spi=on", card.boot_text("config.txt"), flags=re.MULTILINE
    )
    text = re.sub(r"^dtparam=audio=on$", "dtparam=audio=off", text, flags=re.MULTILINE)
    command_line = card.boot_text("cmdline.txt").strip()
    for name, content in (("config.txt", text), ("cmdline.txt", f"{command_line} panic=10\n")):
        command = ["mcopy", "-o", "-i", card.fat_path, "-", f"::{name}"]
        subprocess.run(command, input=content.encode(), check=True)


def check_files(image: Path, start: int, size: int) -> str:
    """Check the file system at *start*; return its loop device, which the caller detaches."""
    command = ["losetup", "--show", "--find", f"--offset={start}", f"--sizelimit={size}", image]
    device = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    if subprocess.run(["e2fsck", "-fp", device], check=False).returncode > 1:
        sys.exit(f"The file system of {image} is damaged.")
    return device


def grow(image: Path, card: Card) -> None:
    size = card.root.size + ROOM
    resize(image, card.root, size)
    device = check_files(image, card.root.start, size)
    run("resize2fs", device)
    run("losetup", "--detach", device)


def shrink(image: Path, card: Card) -> None:
    """Shrink the file system, its partition and the file."""
    device = check_files(image, card.root.start, card.root.size)
    run("resize2fs", "-M", device)
    told = subprocess.run(["dumpe2fs", "-h", device], capture_output=True, text=True, check=True)
    blocks, block = (
        int(re.search(rf"^{name}:\s+(\d+)", told.stdout, re.MULTILINE)[1])  # type: ignore[index]
        for name in ("Block count", "Block size")
    )
    size = min(blocks * block + SPARE, card.root.size)
    run("resize2fs", device, f"{size // 1024}K")
    run("losetup", "--detach", device)
    resize(image, card.root, size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", type=Path, help="Raspberry Pi OS Lite (64-bit), .img or .img.xz")
    parser.add_argument("package", type=Path, help="the Debian package for arm64")
    parser.add_argument("into", type=Path, help="the image to write, .img, or .img.xz to pack it")
    asked = parser.parse_args()
    if missing := missing_tools():
        sys.exit(f"These programs are missing: {', '.join(missing)}.")
    image = asked.into.with_suffix("") if asked.into.suffix == ".xz" else asked.into
    unpack(asked.base, image)
    stop(base_faults(Card(image)), asked.base)
    if os.geteuid():
        sys.exit("Only root can install a package in an image.")
    grow(image, Card(image))
    card = Card(image)
    with mounted(image, card.root.start, card.root.size) as root:
        install(root, asked.package)
    set_up_boot(card)
    stop(result_faults(card), image)
    shrink(image, card)
    if asked.into.suffix == ".xz":
        run("xz", "--force", "--threads=0", image)


if __name__ == "__main__":
    main()
