"""An emulated computer with an ARM processor that starts from the image of an SD card.

QEMU has no firmware of a Pi, so it gets kernel, initramfs and command line from the boot partition.
"""

import base64
import http.client
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Self

from cribble.system.network import free_port
from scorekeeper.device import WifiLogin
from tests.install.debian_tree import can_emulate, can_make_trees
from tests.kit.paths import ROOT

sys.path.append(str(ROOT / "packaging/image"))

from disk import Card, missing_tools
from onto import check_files, run

QEMU: Final = "qemu-system-aarch64"
SIZE: Final = 4 << 30
"""Bytes of the card, which is larger than its image."""
NO_LIMITS: Final = b"[Service]\nTimeoutStartSec=infinity\nWatchdogSec=0\n"
"""A drop-in for the table: on a busy machine, an emulated one is slower than any Pi."""
CREDENTIAL: Final = "systemd.set_credential_binary=systemd.unit-dropin.cribble.service"
PATIENCE: Final = 1200.0
"""Timeout in seconds for a boot, on a busy machine."""


def why_not() -> str | None:
    if (reason := can_make_trees()) is not None:
        return reason
    if missing := [*missing_tools(), *(name for name in (QEMU,) if not shutil.which(name))]:
        return f"these programs are missing: {', '.join(missing)}"
    return None if can_emulate("aarch64") else "qemu-aarch64 is not known"


class EmulatedMachine:
    """A machine with a copy of *image* on its card, in the folder *place*. Its *ports* are led to
    those of 127.0.0.1 in ``ports``; the first is its page's, ``port``."""

    def __init__(self, image: Path, place: Path, ports: Sequence[int] = (80,)) -> None:
        place.mkdir(parents=True, exist_ok=True)
        self.ports = {port: free_port("127.0.0.1") for port in ports}
        self.port, self.image, self._place = self.ports[ports[0]], place / "card.img", place
        subprocess.run(["cp", "--sparse=always", image, self.image], check=True)
        os.truncate(self.image, SIZE)
        self.card = Card(self.image)
        for name in ("kernel8.img", "initramfs8"):
            command = ["mcopy", "-n", "-i", self.card.fat_path, f"::{name}", place / name]
            subprocess.run(command, check=True)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> float:
        """Switch the machine on; return the seconds until its page answered."""
        began = time.monotonic()
        process = self.switch_on()
        while not self.answers():
            assert process.poll() is None, self.console[-4000:]
            assert time.monotonic() - began < PATIENCE, self.console[-4000:]
            time.sleep(0.5)
        return time.monotonic() - began

    def switch_on(self) -> subprocess.Popen[bytes]:
        words = self.card.boot_text("cmdline.txt").strip()
        drop_in = base64.b64encode(NO_LIMITS).decode()
        forwards = [f"hostfwd=tcp:127.0.0.1:{here}-:{there}" for there, here in self.ports.items()]
        with (self._place / "console").open("ab") as console:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", QEMU,
                 "-M", "virt", "-cpu", "cortex-a53", "-smp", "2", "-m", "1G", "-no-reboot",
                 "-display", "none", "-serial", "stdio", "-monitor", "none",
                 "-kernel", self._place / "kernel8.img", "-initrd", self._place / "initramfs8",
                 "-append", f"{words} console=ttyAMA0 {CREDENTIAL}:{drop_in}",
                 "-drive", f"file={self.image},if=none,id=card,format=raw",
                 "-device", "virtio-blk-device,drive=card",
                 "-netdev", ",".join(["user,id=net", *forwards]),
                 "-device", "virtio-net-device,netdev=net"],
                stdin=subprocess.DEVNULL, stdout=console, stderr=console,
            )  # fmt: skip
        return self._process

    def answers(self) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request("GET", "/healthz")
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def kill(self) -> None:
        """Cut the power."""
        if self._process:
            self._process.kill()
            self._process.wait()
        self._process = None

    def change(self, *requests: str) -> None:
        """Run *requests* of debugfs on the card of a machine that is off."""
        words = ["debugfs", "-w", "-f", "-", f"{self.image}?offset={self.card.root.start}"]
        subprocess.run(words, input="\n".join(requests), text=True, check=True, capture_output=True)

    def file(self, path: str) -> str:
        """Return the text of a file on the card of a machine that is off."""
        part = Card(self.image).root
        run("losetup", "--detach", check_files(self.image, part.start, part.size))
        text = self.card.text(path)
        assert text, f"{path} is missing or empty"
        return text

    @property
    def console(self) -> str:
        return (self._place / "console").read_text(encoding="utf-8", errors="replace")


AGENT, RELAY = 7000, 8000
"""Ports of a machine with radios: shell commands, and the page as the second radio sees it."""
HOME: Final = WifiLogin("Chez Zoé", "chocolat noir")

RADIOS: Final = f"""\
#!/bin/sh -ex
printf 'Raspberry Pi 3 Model B\\0' > /run/model
mount --bind /run/model /proc/device-tree/model
modprobe mac80211_hwsim radios=3
ip netns add phone
ip netns add home
set -- $(ls -v /sys/class/ieee80211)
iw phy $2 set netns name phone
iw phy $3 set netns name home
udevadm settle
cable=$(cd /sys/class/net && echo e*)
ip link set $cable netns phone
ip -n phone link set lo up
ip -n phone address add 10.0.2.15/24 dev $cable
ip -n phone link set $cable up
ip netns exec phone socat -t {PATIENCE:.0f} TCP-LISTEN:{AGENT},fork \\
  EXEC:'nsenter -t 1 -n -m bash',stderr &
"""
"""The machine's only cable goes to the second radio's side: it has no network itself."""
UNIT: Final = """\
[Unit]
Before=NetworkManager.service cribble.service
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/sbin/radios
"""
HOME_AP: Final = f"""\
network={{
  ssid="{HOME.ssid}"
  psk="{HOME.password}"
  mode=2
  frequency=2437
  key_mgmt=WPA-PSK
  proto=RSN
  pairwise=CCMP
}}
"""


class RadioMachine(EmulatedMachine):
    """An emulated machine with three virtual radios: its own, a phone's, and that of a home."""

    def __init__(self, image: Path, place: Path) -> None:
        super().__init__(image, place, ports=(RELAY, AGENT))
        script, unit = place / "radios", place / "radios.service"
        script.write_text(RADIOS, encoding="utf-8")
        unit.write_text(UNIT, encoding="utf-8")
        self.change(
            "cd /usr/local/sbin", f"write {script} radios", "set_inode_field radios mode 0100755",
            "cd /etc/systemd/system", f"write {unit} radios.service",
            "cd multi-user.target.wants", "symlink radios.service ../radios.service",
        )  # fmt: skip

    def ask(self, command: str) -> str:
        """Run a shell command as root; return its output. Raises AssertionError if it fails."""
        with socket.create_connection(("127.0.0.1", self.ports[AGENT]), timeout=PATIENCE) as line:
            line.sendall(f"{command}\necho $?".encode())
            line.shutdown(socket.SHUT_WR)
            said = b"".join(iter(lambda: line.recv(1 << 16), b"")).decode()
        output, _, code = said.rstrip().rpartition("\n")
        assert code == "0", f"{command}: {said}"
        return output

    def until(self, command: str) -> str:
        """Repeat a command until it succeeds; return its output."""
        due = time.monotonic() + PATIENCE
        while True:
            try:
                return self.ask(command)
            except (AssertionError, OSError):
                assert time.monotonic() < due, f"{command}\n{self.console}"
                time.sleep(1)

    def open_home(self) -> None:
        """Start the home's access point, and its router, which gives addresses."""
        self.ask(
            f"cat > /run/home.conf <<'E'\n{HOME_AP}E\n"
            "ip -n home address add 192.168.50.1/24 dev wlan2\n"
            "ip netns exec home wpa_supplicant -B -i wlan2 -c /run/home.conf -P /run/home.pid\n"
            "ip netns exec home dnsmasq --port=0 --interface=wlan2 --bind-interfaces"
            " --dhcp-range=192.168.50.10,192.168.50.90 --dhcp-leasefile=/run/home.leases"
        )

    def close_home(self) -> None:
        self.ask("kill $(cat /run/home.pid)")

    def join(self, login: WifiLogin) -> None:
        """Let the phone's radio join a Wi-Fi and ask for an address."""
        self.ask(
            "while pkill -f '[s]upplicant -B -i wlan1'; do sleep 0.2; done\n"
            f"wpa_passphrase '{login.ssid}' '{login.password}' > /run/phone.conf\n"
            "ip netns exec phone wpa_supplicant -B -i wlan1 -c /run/phone.conf"
        )
        self.until("ip netns exec phone iw dev wlan1 link | grep -q Connected")
        self.until("ip netns exec phone /usr/lib/klibc/bin/ipconfig -t 30 -c dhcp wlan1")

    def lead_to(self, address: str) -> None:
        """Let the page's port lead, from the phone's side, to *address*."""
        self.ask(
            f"while pkill -f '[T]CP-LISTEN:{RELAY}'; do sleep 0.2; done\n"
            f"ip netns exec phone socat -t {PATIENCE:.0f} TCP-LISTEN:{RELAY},fork,reuseaddr"
            f" TCP:{address}:80 > /dev/null 2>&1 &"
        )
        self.until(f"ip netns exec phone ss -ltnH sport = :{RELAY} | grep .")
