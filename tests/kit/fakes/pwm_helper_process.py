"""A real PWM helper for tests, which writes to a file instead of a strip."""

import grp
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OTHERS = [group for group in grp.getgrall() if os.geteuid() == 0 and group.gr_gid != os.getegid()]
GROUP = (OTHERS or [grp.getgrgid(os.getegid())])[0]
"""Only root may assign a socket to a group of which it is not a member."""


class PwmHelperProcess:
    """`cribble lamp --into`, in *folder*; it can be restarted."""

    def __init__(self, folder: Path) -> None:
        self.socket, self.file = folder / "socket", folder / "frames"
        self.config = folder / "config.toml"
        self.at = f"18@{self.socket}"
        self.config.write_text(f'[strip]\nname = "ws281x"\nat = "{self.at}"\n', encoding="utf-8")
        self.process = self.started()

    @property
    def words(self) -> list[str]:
        words = ["lamp", "--config", str(self.config), "--into", str(self.file)]
        return ["--lang", "en", *words, "--group", GROUP.gr_name]

    def started(self) -> subprocess.Popen[str]:
        program = [sys.executable, "-m", "cribble", *self.words]
        process = subprocess.Popen(
            program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert process.stdout
        assert process.stdout.readline() == f"The PWM helper is ready at {self.socket}.\n"
        return process

    def start(self) -> None:
        self.end(signal.SIGKILL)
        self.process = self.started()

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        self.process.send_signal(how)
        _, complaint = self.process.communicate(timeout=30)
        return self.process.returncode, complaint

    @property
    def frames(self) -> list[bytes]:
        text = self.file.read_text(encoding="ascii") if self.file.exists() else ""
        whole = text.split("\n")[:-1]  # The last line may be incomplete.
        return [bytes.fromhex(line) for line in whole]


@contextmanager
def pwm_helper_process(folder: Path) -> Iterator[PwmHelperProcess]:
    helper = PwmHelperProcess(folder)
    try:
        yield helper
    finally:
        helper.process.kill()
        helper.process.communicate()
