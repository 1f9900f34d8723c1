"""Make a stand-in for Raspberry Pi OS Lite from Debian, for tests. Requires root.

It has the same partitions, but Debian's kernel, which starts on emulated machines and not on a Pi.
On another processor than arm64, binfmt_misc must run its programs.
"""

import argparse
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from disk import ENTRIES, FAT32_LBA, LINUX, SECTOR, SIGNATURE
from onto import run

PACKAGES: Final = """
adduser avahi-daemon avahi-utils ca-certificates cloud-guest-utils cloud-init dbus dnsmasq-base
e2fsprogs initramfs-tools iproute2 iw linux-image-arm64 netbase netplan.io network-manager polkitd
python3-venv rfkill socat systemd-sysv systemd-timesyncd tzdata udev wireless-regdb wpasupplicant
zstd
"""
LEFT_OUT: Final = ("lib/udev/hwdb.d", "share/doc", "share/locale", "share/man")
FAT_START, FAT_SIZE, SPARE = 4 << 20, 256 << 20, 200 << 20

FOR_KERNEL: Final = {
    "etc/initramfs-tools/update-initramfs.conf": "update_initramfs=no\n",
    "etc/initramfs-tools/conf.d/stand-in": "MODULES=list\nCOMPRESS=zstd\nCOMPRESSLEVEL=1\n",
    "usr/share/initramfs-tools/modules.d/stand-in": "ext4\nvirtio_blk\nvirtio_mmio\n",
}
"""So that its installation makes a small initramfs, once: that takes minutes when emulated."""
ROOT: Final = {
    "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg": "datasource_list: [NoCloud, None]\n"
    "datasource: {NoCloud: {fs_label: bootfs}}\n",
    "etc/fstab": "LABEL=rootfs / ext4 defaults,noatime 0 1\n"
    "LABEL=BOOTFS /boot/firmware vfat defaults,nofail 0 2\n",  # Capitals, as mtools write it.
    "etc/hostname": "raspberrypi\n",
    "etc/hosts": "127.0.0.1 localhost\n127.0.1.1 raspberrypi\n",
    "etc/machine-id": "uninitialized\n",
    "etc/rpi-issue": "A stand-in for Raspberry Pi OS\n",
    "usr/lib/netplan/00-network-manager-all.yaml": "network: {renderer: NetworkManager}\n",
}
BOOT: Final = {
    "cmdline.txt": "root=LABEL=rootfs fsck.repair=yes rootwait systemd.firstboot=off\n",
    "config.txt": "#dtparam=spi=on\ndtparam=audio=on\n",
    "meta-data": "instance-id: stand-in\n",
    "user-data": "",  # Without it, cloud-init looks for another source.
}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", help="the release of Debian, such as trixie")
    parser.add_argument("image", type=Path, help="the image to write")
    parser.add_argument("mirrors", nargs="*", help="mirrors of Debian")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        tree, boot, conf = (Path(place) / name for name in ("tree", "boot", "conf"))
        write(conf, FOR_KERNEL)
        left_out = [f"--dpkgopt=path-exclude=/usr/{name}/*" for name in LEFT_OUT]
        run("mmdebstrap", "--quiet", "--mode=root", "--variant=apt", "--architectures=arm64",
            f"--include={','.join(PACKAGES.split())}", "--dpkgopt=force-confold", *left_out,
            f"--setup-hook=cp -r {conf}/. $1", asked.suite, tree, *asked.mirrors)  # fmt: skip
        write(tree, ROOT)
        write(boot, BOOT)
        run("chroot", tree, "passwd", "--quiet", "--lock", "root")
        used = subprocess.run(["du", "-sk", tree], capture_output=True, text=True, check=True)
        size = (int(used.stdout.split()[0]) << 10) * 5 // 4 + SPARE
        start, mbr = FAT_START + FAT_SIZE, bytearray(SECTOR)
        extents = ((FAT32_LBA, FAT_START, FAT_SIZE), (LINUX, start, size))
        for at, (kind, *extent) in zip((ENTRIES, ENTRIES + 16), extents, strict=True):
            struct.pack_into("<4xB3xII", mbr, at, kind, *(bytes_ // SECTOR for bytes_ in extent))
        mbr[-2:] = SIGNATURE
        with asked.image.open("wb") as file:
            file.write(mbr)
            file.truncate(start + size)
        fat = f"{asked.image}@@{FAT_START}"
        run("mformat", "-i", fat, "-F", "-v", "bootfs", "-T", FAT_SIZE // SECTOR, "::")
        run("mcopy", "-i", fat, *boot.iterdir(), "::")
        for name, copy in (("vmlinuz", "kernel8.img"), ("initrd.img", "initramfs8")):
            run("mcopy", "-i", fat, *tree.glob(f"boot/{name}-*"), f"::{copy}")
        run("mke2fs", "-q", "-t", "ext4", "-L", "rootfs", "-d", tree, "-E", f"offset={start}",
            asked.image, f"{size >> 10}k")  # fmt: skip


if __name__ == "__main__":
    main()
