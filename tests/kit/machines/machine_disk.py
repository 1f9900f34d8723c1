"""The disk of a whole machine: a Debian 13 with systemd, on which the package is installed."""

import os
import platform
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.kit.machines.debian_tree import debian_mirrors

PROGRAMS: Final = {
    "linux.uml": "user-mode-linux", "dnsmasq": "dnsmasq-base", "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs", "ip": "iproute2", "unshare": "util-linux",
}  # fmt: skip
"""The programs that make a machine, and the Debian packages that bring them."""
MODULES: Final = Path("/usr/lib/uml/modules")

PACKAGES: Final = (
    "adduser", "avahi-daemon", "avahi-utils", "dbus", "e2fsprogs", "iproute2", "kmod",
    "libnss-mdns", "python3", "python3-venv", "systemd", "systemd-sysv", "udev", "zstd",
)  # fmt: skip

AGENT: Final = """\
#!/bin/bash
exec 3<>/dev/ttyS1
stty raw -echo <&3
echo ready >&3
while read -r line <&3; do
  said=$(eval "$(base64 -d <<<"$line")" 2>&1 3<&-)
  echo "$? $(base64 -w0 <<<"$said")" >&3
done
"""
UNIT: Final = """\
[Unit]
DefaultDependencies=no
After=local-fs.target
[Service]
ExecStart=/usr/local/bin/agent
Restart=always
[Install]
WantedBy=sysinit.target
"""
LAN: Final = """\
[Match]
Name=vec*
[Network]
DHCP=ipv4
"""
COLDPLUG: Final = """\
[Service]
ExecStart=
ExecStart=-udevadm trigger --subsystem-match=net --subsystem-match=block --action=add
"""
"""All it has, but for some hundred terminals."""
FILES: Final = {
    "usr/local/bin/agent": AGENT,
    "etc/systemd/system/agent.service": UNIT,
    "etc/systemd/system/systemd-udev-trigger.service.d/few.conf": COLDPLUG,
    "etc/systemd/network/lan.network": LAN,
    "etc/hostname": "kitchen\n",
    "etc/hosts": "127.0.0.1 localhost kitchen\n",
    "etc/resolv.conf": "",
    "etc/fstab": "/dev/ubda / ext4 defaults 0 1\n",
}
MASKED: Final = (
    "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer",
    "e2scrub_reap.service", "fstrim.timer", "getty@tty1.service", "kmod-static-nodes.service",
    "modprobe@.service", "proc-sys-fs-binfmt_misc.automount", "sys-fs-fuse-connections.mount",
    "sys-kernel-config.mount", "systemd-binfmt.service", "systemd-modules-load.service",
)  # fmt: skip
"""Units of Debian that have nothing to do on this machine, and take half of its boot."""
INSTALL: Final = (
    "DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "
    "apt-get install -y -q --no-install-recommends --allow-downgrades"
)
MADE_READY: Final = f"""
for kernel in /usr/lib/modules/*; do depmod "${{kernel##*/}}"; done
systemctl mask {" ".join(MASKED)}
systemctl enable agent systemd-networkd avahi-daemon
"""


def why_not() -> str | None:
    """Return None, or why no machine can be made here."""
    if os.geteuid() != 0:
        return "only root can make the disk of a machine"
    if platform.machine() != "x86_64":
        return "user-mode-linux is for x86_64"
    missing = [package for name, package in PROGRAMS.items() if not shutil.which(name)]
    if missing:
        return f"it needs the Debian packages {' '.join(missing)}"
    return None if debian_mirrors() else "apt knows no mirror of Debian here"


def make_disk(place: Path, packages: Sequence[Path]) -> Path:
    """Return the disk of a machine on which the first of *packages* was installed while it was off,
    as an image is made; all of them are in /srv."""
    tree, disk = place / "tree", place / "fresh"
    subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=apt", f"--include={','.join(PACKAGES)}",
         "trixie", tree, *debian_mirrors()],
        check=True,
    )  # fmt: skip
    shutil.copytree(MODULES, tree / "usr/lib/modules", dirs_exist_ok=True)
    for name, text in FILES.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
    (tree / "usr/local/bin/agent").chmod(0o755)
    for package in packages:
        shutil.copy(package, tree / "srv")
    install = f"{INSTALL} /srv/{packages[0].name}"
    for command in (MADE_READY, install):
        subprocess.run(["chroot", tree, "sh", "-ec", command], check=True, capture_output=True)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", tree, disk, "3G"], check=True)
    shutil.rmtree(tree)
    return disk
