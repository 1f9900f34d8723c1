"""A virtual machine: user-mode Linux boots a Debian 13 with systemd from its own disk, on which the
package is installed, with a network and a power switch.

A killed machine loses writes that were not synced, as in a power cut. It needs no KVM, and computes
at native speed; only system calls are much slower.
"""

import base64
import contextlib
import ctypes
import http.client
import json
import os
import platform
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self

from tests.install.debian_tree import debian_mirrors

CAGE: Final = (
    "setpriv", "--pdeathsig", "KILL",
    "unshare", "--net", "--pid", "--mount-proc", "--fork", "--kill-child", "sh", "-c",
)  # fmt: skip
IN_THE_CAGE: Final = """
ip link set lo up
ip tuntap add lan mode tap
ip address add 10.0.2.2/24 dev lan
ip link set lan up
exec "$@"
"""
ADDRESS: Final = "10.0.2.15"
PATIENCE: Final = 1200.0
"""Timeout in seconds for a boot or a command, on a busy machine."""
NEW_NETWORK: Final = 0x4000_0000
LIBC: Final = ctypes.CDLL(None, use_errno=True)

PROGRAMS: Final = {
    "linux.uml": "user-mode-linux", "mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs",
    "ip": "iproute2", "unshare": "util-linux",
}  # fmt: skip
"""Programs to make a machine, with their Debian packages."""
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
LAN: Final = "etc/systemd/network/lan.network"
NETWORK: Final = """\
[Match]
Name=vec*
[Network]
Address={}/24
"""
COLDPLUG: Final = """\
[Service]
ExecStart=
ExecStart=-udevadm trigger --subsystem-match=net --subsystem-match=block --action=add
"""
"""All devices except hundreds of terminals."""
FILES: Final = {
    "usr/local/bin/agent": AGENT,
    "etc/systemd/system/agent.service": UNIT,
    "etc/systemd/system/systemd-udev-trigger.service.d/few.conf": COLDPLUG,
    LAN: NETWORK.format(ADDRESS),
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
"""Debian's units that are useless here and take half of the boot time."""
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
    if os.geteuid() != 0:
        return "only root can make the disk of a machine"
    if platform.machine() != "x86_64":
        return "user-mode-linux is for x86_64"
    missing = [package for name, package in PROGRAMS.items() if not shutil.which(name)]
    if missing:
        return f"it needs the Debian packages {' '.join(missing)}"
    return None if debian_mirrors() else "apt knows no mirror of Debian here"


def make_disk(place: Path, packages: Sequence[Path]) -> Path:
    """Return the disk of a machine on which the first of *packages* was installed offline; all of
    them are in /srv."""
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


class VirtualMachine:
    """A machine with a copy of *disk*, in the folder *place*."""

    def __init__(self, disk: Path, place: Path) -> None:
        place.mkdir(parents=True, exist_ok=True)
        self.place, self.disk, self.address = place, place / "disk", ADDRESS
        subprocess.run(["cp", "--sparse=always", disk, self.disk], check=True)
        self._process: subprocess.Popen[bytes] | None = None
        self._asking: set[socket.socket] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        self._agent, far_end = socket.socketpair()
        shutil.rmtree(self.place / "uml", ignore_errors=True)
        with far_end, (self.place / "console").open("wb") as console:
            self._process = subprocess.Popen(
                [*CAGE, IN_THE_CAGE, "sh", "linux.uml", "mem=768M", f"ubd0={self.disk}",
                 "vec0:transport=tap,ifname=lan", "root=/dev/ubda", "ro", "fsck.repair=yes",
                 "quiet", "selinux=0", "console=tty0",
                 "con=null", "con0=null,fd:1", "ssl=null", f"ssl1=fd:{far_end.fileno()}",
                 f"uml_dir={self.place}", "umid=uml"],
                stdin=subprocess.DEVNULL, stdout=console, stderr=console,
                pass_fds=[far_end.fileno()], env={"PATH": os.environ["PATH"], "TMPDIR": "/dev/shm"},
            )  # fmt: skip
        assert self._heard().endswith("ready"), "what came before the agent is the terminal's"

    def kill(self) -> None:
        if self._process:
            # The init process of the sandbox: killing it ends all others at once.
            children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
            with contextlib.suppress(OSError, IndexError):
                os.kill(int(children.read_text(encoding="ascii").split()[0]), 9)
            self._process.wait()
            self._agent.close()
            for line in [*self._asking]:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
        self._process = None

    def forget_network(self) -> None:
        """Boot next time as if the network cable were unplugged; call while off."""
        subprocess.run(["debugfs", "-w", "-R", f"rm {LAN}", self.disk], check=True)

    def plug_in(self, address: str) -> None:
        """Assign *address*, like a router's DHCP server."""
        self.address = address
        self.sh(f"printf '{NETWORK.format(address)}' > /{LAN} && networkctl reload")

    def shut_down(self) -> None:
        assert self._process
        self._say("systemctl poweroff")
        self._process.wait(PATIENCE)
        self.kill()

    def sh(self, command: str, *, code: int | None = 0) -> str:
        """Run a shell command in the machine as root; return its output."""
        self._say(command)
        found, _, said = self._heard().partition(" ")
        text = base64.b64decode(said).decode(errors="replace").rstrip("\n")
        assert code is None or int(found) == code, f"{command}: {found}: {text[-4000:]}"
        return text

    def _heard(self) -> str:
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
        """Wait until the output of *command* matches *wanted*; return the seconds it took."""
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
        """Send a request from outside with the host name *host*; raise OSError or HTTPException
        without an answer."""
        with contextlib.closing(http.client.HTTPConnection(self.address)) as line:
            line.sock = asking = self._connected()
            self._asking.add(asking)
            try:
                headers = {"Content-Type": "application/json", "Host": host}
                line.request(method, path, json.dumps(body) if body else None, headers)
                answer = line.getresponse()
                return answer.status, json.loads(answer.read())
            finally:
                self._asking.discard(asking)

    def _connected(self) -> socket.socket:
        """Return a connection to the page, made in the machine's network namespace."""
        if not (process := self._process):
            raise ConnectionError("it is off")
        with (
            Path("/proc/thread-self/ns/net").open("rb") as here,
            Path(f"/proc/{process.pid}/ns/net").open("rb") as there,
        ):
            assert LIBC.setns(there.fileno(), NEW_NETWORK) == 0
            try:
                return socket.create_connection((self.address, 80), timeout=30)
            finally:
                assert LIBC.setns(here.fileno(), NEW_NETWORK) == 0

    def wait(self, patience: float = PATIENCE) -> float:
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
