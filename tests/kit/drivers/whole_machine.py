"""A whole machine, emulated by qemu: Debian 13 with systemd, a disk, a network and a plug."""

import base64
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

from tests.kit.drivers.debian_tree import MIRROR

PACKAGES: Final = (
    "adduser", "avahi-daemon", "avahi-utils", "dbus", "initramfs-tools", "iproute2", "kmod",
    "libnss-mdns", "linux-image-cloud-amd64", "python3", "python3-venv", "systemd",
    "systemd-sysv", "udev", "zstd",
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
Name=en* eth*
[Network]
DHCP=ipv4
"""
FILES: Final = {
    "usr/local/bin/agent": AGENT,
    "etc/systemd/system/agent.service": UNIT,
    "etc/systemd/network/lan.network": LAN,
    "etc/hostname": "kitchen\n",
    "etc/hosts": "127.0.0.1 localhost kitchen\n",
    "etc/fstab": "/dev/vda / ext4 defaults 0 1\n",
}
INSTALL: Final = (
    "DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "
    "apt-get install -y -q --no-install-recommends --allow-downgrades"
)
MADE_READY: Final = """
systemctl enable agent systemd-networkd avahi-daemon
cd /etc/initramfs-tools
sed -i 's/^MODULES=.*/MODULES=list/; s/^COMPRESS=.*/COMPRESS=gzip/' initramfs.conf
printf 'virtio_pci\\nvirtio_blk\\next4\\n' >> modules
update-initramfs -u
"""
"""Without KVM it takes a minute to unpack drivers for every machine there is."""
WITH_KVM: Final = ("-accel", "kvm", "-cpu", "host")
WITHOUT_KVM: Final = ("-accel", "tcg", "-cpu", "qemu64,-cx16", "-icount", "shift=2")
"""Without KVM the machine's clock counts its instructions, 250 million a second: so it is as quick
as a small Pi, by its own clock, whatever else this machine does."""
PATIENCE: Final = 1200.0
"""Seconds for a boot or a command: without KVM everything takes ten times as long."""


def can_emulate() -> str | None:
    """Return None, or why no machine can be made here."""
    if os.geteuid() != 0:
        return "only root can make the disk of a machine"
    needed = ("mmdebstrap", "qemu-system-x86_64", "qemu-img", "mke2fs")
    missing = [one for one in needed if not shutil.which(one)]
    return f"{', '.join(missing)} is missing" if missing else None


def has_kvm() -> bool:
    """True if this machine lends its processor to another. (/dev/kvm alone does not say so.)"""
    flags = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    return os.access("/dev/kvm", os.R_OK | os.W_OK) and bool(re.search(r"\b(vmx|svm)\b", flags))


def make_disk(place: Path, packages: Sequence[Path]) -> Path:
    """Return the disk of a machine on which the first of *packages* was installed while it was off,
    as an image is made; all of them are in /srv. Its kernel lies beside it."""
    tree, disk = place / "tree", place / "fresh.qcow2"
    subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=apt", f"--include={','.join(PACKAGES)}",
         "trixie", tree, MIRROR],
        check=True,
    )  # fmt: skip
    for name, text in FILES.items():
        (tree / name).write_text(text, encoding="utf-8")
    (tree / "usr/local/bin/agent").chmod(0o755)
    subprocess.run(["chroot", tree, "sh", "-c", MADE_READY], check=True, capture_output=True)
    for package in packages:
        shutil.copy(package, tree / "srv")
    install = f"{INSTALL} /srv/{packages[0].name}"
    subprocess.run(["chroot", tree, "sh", "-c", install], check=True, capture_output=True)
    for name in ("vmlinuz", "initrd.img"):
        shutil.copy(tree / "boot" / _newest(tree, name), place / name)
    raw = place / "fresh.raw"
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-d", tree, raw, "3G"], check=True)
    subprocess.run(["qemu-img", "convert", "-O", "qcow2", raw, disk], check=True)
    raw.unlink()
    shutil.rmtree(tree)
    return disk


def _newest(tree: Path, name: str) -> str:
    return max(path.name for path in (tree / "boot").glob(f"{name}-*"))


class Machine:
    """A machine with a copy of *disk*, in the folder *place*; its kernel lies beside the disk that
    was made first."""

    def __init__(self, disk: Path, place: Path) -> None:
        place.mkdir(parents=True, exist_ok=True)
        self.place, self.disk = place, place / "disk.qcow2"
        folders = (disk.parent, *disk.parents)
        self._kernel = next(folder for folder in folders if (folder / "vmlinuz").exists())
        base = ["-b", disk, "-F", "qcow2"]
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", *base, self.disk], check=True)
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self, *, linked: bool = True) -> None:
        """Switch it on, with its network cable in or out, and wait until it takes commands."""
        forward = f"hostfwd=tcp:127.0.0.1:{self.port}-10.0.2.15:80"
        accelerated = WITH_KVM if has_kvm() else WITHOUT_KVM
        for name in ("agent", "monitor"):
            (self.place / name).unlink(missing_ok=True)
        self._process = subprocess.Popen(
            ["qemu-system-x86_64", *accelerated, "-m", "768", "-display", "none", "-nodefaults",
             "-kernel", self._kernel / "vmlinuz", "-initrd", self._kernel / "initrd.img",
             "-append", "root=/dev/vda rw console=ttyS0 quiet panic=5",
             "-drive", f"file={self.disk},if=virtio,format=qcow2,cache=writeback",
             "-nic", f"user,id=lan,model=virtio-net-pci,{forward}",
             "-serial", f"file:{self.place / 'console'}",
             "-serial", f"unix:{self.place / 'agent'},server=on,wait=off",
             "-monitor", f"unix:{self.place / 'monitor'},server=on,wait=off",
             "-device", "virtio-rng-pci", "-S"],
        )  # fmt: skip
        self._monitor = self._connected("monitor")
        if not linked:
            self.link(on=False)
        self._monitor.sendall(b"cont\n")
        self._agent = self._connected("agent")
        assert self._heard().endswith("ready"), "what came before the agent is the terminal's"

    def _connected(self, name: str) -> socket.socket:
        line, until = socket.socket(socket.AF_UNIX), time.monotonic() + 20
        while True:
            try:
                line.connect(str(self.place / name))
            except OSError:
                assert time.monotonic() < until, "qemu does not start"
                time.sleep(0.05)
            else:
                return line

    def link(self, *, on: bool) -> None:
        """Plug the network cable in, or pull it."""
        self._monitor.sendall(f"set_link lan {'on' if on else 'off'}\n".encode())
        time.sleep(0.2)

    def kill(self) -> None:
        """Pull the plug."""
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._agent.close()
            self._monitor.close()
        self._process = None

    def shut_down(self) -> None:
        """Switch it off as one should."""
        assert self._process
        self._say("systemctl poweroff")
        self._process.wait(PATIENCE)
        self.kill()

    def sh(self, command: str, *, code: int | None = 0) -> str:
        """Return what a line of shell says in the machine, as root."""
        self._say(command)
        found, _, said = self._heard().partition(" ")
        text = base64.b64decode(said).decode(errors="replace").rstrip("\n")
        assert code is None or int(found) == code, f"{command}: {found}: {text[-4000:]}"
        return text

    def _heard(self) -> str:
        """The next line of the agent."""
        self._agent.settimeout(PATIENCE)
        answer = b""
        while not answer.endswith(b"\n"):
            part = self._agent.recv(65536)
            assert part, self.console
            answer += part
        return answer.decode().strip()

    def _say(self, command: str) -> None:
        self._agent.sendall(base64.b64encode(command.encode()) + b"\n")

    def soon(self, command: str, wanted: str, patience: float = PATIENCE) -> float:
        """Return how many seconds it takes until *command* says what matches *wanted*."""
        began = time.monotonic()
        while not re.search(wanted, said := self.sh(command, code=None)):
            assert time.monotonic() - began < patience, f"{command}: {said}"
            time.sleep(0.5)
        return time.monotonic() - began

    @property
    def console(self) -> str:
        return (self.place / "console").read_text(encoding="utf-8", errors="replace")[-4000:]

    def ask(
        self, method: str, path: str, body: Any = None, host: str = "cribble.local"
    ) -> tuple[int, Any]:
        """One request from outside, under the name *host*; OSError or HTTPException where no answer
        came."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(line):
            headers = {"Content-Type": "application/json", "Host": host}
            line.request(method, path, json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())

    def wait(self, patience: float = PATIENCE) -> float:
        """Return how many seconds it takes until the page answers."""
        began = time.monotonic()
        while True:
            try:
                assert self.ask("GET", "/healthz")[0] == 200
            except (OSError, http.client.HTTPException):
                assert time.monotonic() - began < patience, self.sh(
                    "journalctl -b -u cribble -n 50", code=None
                )
                time.sleep(0.2)
            else:
                return time.monotonic() - began


@contextmanager
def machine(disk: Path, place: Path, *, linked: bool = True) -> Iterator[Machine]:
    """A machine that is on, with a copy of *disk*."""
    with Machine(disk, place) as made:
        made.start(linked=linked)
        yield made


def _free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return int(any_port.getsockname()[1])
