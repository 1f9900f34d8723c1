"""A USB socket with an emulated Pico, as programs meet it: a serial port, or a drive.

They run in a mount namespace with their own `/dev`, `/media` and `/sys/class/tty`.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from termios import B1200
from typing import Final

import pytest

from tests.firmware.rig.board import PATIENCE, POLL_SECONDS
from tests.firmware.rig.pico import Pico
from tests.kit.paths import ROOT

DRIVE: Final = Path("/media/ann/RPI-RP2")
INFO: Final = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
PORT: Final = Path("/dev/ttyACM0")
BY_ID: Final = Path("/dev/serial/by-id/usb-Cribble_Pico-if00")
BLOCK_BYTES: Final = 512

NAMESPACE: Final = f"""
set -e
mkdir real
mount --rbind /dev real
for folder in /dev /media /sys/class/tty; do mount -t tmpfs tmpfs $folder; done
ln -s "$PWD"/real/* /dev
cd /sys/class/tty
mkdir -p usb pico/interface {PORT.name} {BY_ID.parent} {DRIVE.parent}
ln -s ../../usb pico/interface/subsystem
ln -s ../pico/interface {PORT.name}/device
echo 2e8a > pico/idVendor
echo 000a > pico/idProduct
echo 2 > pico/bNumInterfaces
echo ready
exec cat
"""
"""Lasts until its stdin is closed."""


class UsbSocket:
    """The socket, and a Pico beside it, at first without a program. *folder* is for its files."""

    def __init__(self, folder: Path) -> None:
        self._drive = folder / "drive"
        self.pico = Pico(folder, file=folder / "flash.uf2")
        rights = ["--map-root-user"] if os.geteuid() else []
        self._machine = subprocess.Popen(
            ["unshare", *rights, "--mount", "sh", "-c", NAMESPACE],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._machine.stdout
        if self._machine.stdout.readline() != "ready\n":
            pytest.skip("only root can make a mount namespace here")
        inside = f"/proc/{self._machine.pid}"
        users = [f"--user={inside}/ns/user", "--preserve-credentials"] if rights else []
        self.within = ("nsenter", *users, f"--mount={inside}/ns/mnt", "env", "-C", str(ROOT))
        """What to put before a command of this machine."""

    def plug(self, *, bootsel: bool = False) -> None:
        """Plug in the Pico. Without a program, its boot loader runs as with *bootsel* held."""
        if bootsel or not self.pico.file.exists():
            self._drive.mkdir()
            (self._drive / "INFO_UF2.TXT").write_text(INFO)
            self._run(f"mkdir {DRIVE} && mount --bind {self._drive} {DRIVE}")
        else:
            self.pico.plug()
            self._run(
                f"ln -s {PORT} {BY_ID} && touch {PORT} && mount --bind {self.pico.port} {PORT}"
            )

    def unplug(self) -> None:
        if self.pico.port:
            self._run(f"umount -l {PORT} && rm {PORT} {BY_ID}")
            self.pico.unplug()
        elif self._drive.exists():
            self._run(f"umount -lq {DRIVE}; rmdir {DRIVE}")  # The command may have unmounted it.
            shutil.rmtree(self._drive)

    def cribble(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the program, while the Pico does what it is told."""
        command = [*self.within, sys.executable, "-m", "cribble", *words]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as done:
            assert self.until(lambda: done.poll() is not None), words
            assert done.stdout
            return subprocess.CompletedProcess(words, done.returncode, done.stdout.read())

    def until(self, come: Callable[[], bool]) -> bool:
        """Wait for the condition *come* while the Pico is attended; return False on a timeout."""
        ends = time.monotonic() + PATIENCE
        while not (has_come := come()) and time.monotonic() < ends:
            self.attend()
            time.sleep(POLL_SECONDS)
        return has_come

    def attend(self) -> None:
        """Do what the Pico's boot loader and the kernel's driver of its port do by themselves."""
        if self.pico.port:
            self.pico.read_events()
            if self.pico.baud_set == B1200:
                self.pico.control("2120000000000700", "b0040000000008")
                assert self.pico.until(lambda: bool(self.pico.boot_loader))
                self.unplug()
                self.plug(bootsel=True)
        for file in self._drive.glob("*.uf2"):
            data = file.read_bytes()
            if data and len(data) == BLOCK_BYTES * int.from_bytes(data[24:28], "little"):
                self.unplug()
                self.pico.file.write_bytes(data)
                self.plug()

    def close(self) -> None:
        self.unplug()
        self._machine.communicate()

    def _run(self, script: str) -> None:
        subprocess.run([*self.within, "sh", "-c", script], check=True)
