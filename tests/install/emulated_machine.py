"""An emulated computer with an ARM processor that starts from the image of an SD card.

QEMU has no firmware of a Pi, so it gets kernel, initramfs and command line from the boot partition.
"""

import base64
import http.client
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, Self

from cribble.system.network import free_port
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
    """A machine with a copy of *image* on its card, in the folder *place*; its page is on ``port``
    of 127.0.0.1."""

    def __init__(self, image: Path, place: Path) -> None:
        place.mkdir(parents=True, exist_ok=True)
        self.port, self.image, self._place = free_port("127.0.0.1"), place / "card.img", place
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
        began, words = time.monotonic(), self.card.boot_text("cmdline.txt").strip()
        drop_in = base64.b64encode(NO_LIMITS).decode()
        with (self._place / "console").open("ab") as console:
            self._process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", QEMU,
                 "-M", "virt", "-cpu", "cortex-a53", "-smp", "2", "-m", "1G", "-no-reboot",
                 "-display", "none", "-serial", "stdio", "-monitor", "none",
                 "-kernel", self._place / "kernel8.img", "-initrd", self._place / "initramfs8",
                 "-append", f"{words} console=ttyAMA0 {CREDENTIAL}:{drop_in}",
                 "-drive", f"file={self.image},if=none,id=card,format=raw",
                 "-device", "virtio-blk-device,drive=card",
                 "-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{self.port}-:80",
                 "-device", "virtio-net-device,netdev=net"],
                stdin=subprocess.DEVNULL, stdout=console, stderr=console,
            )  # fmt: skip
        while not self.answers():
            assert self._process.poll() is None, self.console[-4000:]
            assert time.monotonic() - began < PATIENCE, self.console[-4000:]
            time.sleep(0.5)
        return time.monotonic() - began

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
