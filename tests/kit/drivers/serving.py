"""`cribble serve` as a process, and requests to it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cribble.system.network import free_port
from tests.kit.drivers.web_server import ask
from tests.kit.paths import ROOT

HERE = "127.0.0.1"


class Serving:
    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def ask(self, path: str, action: dict[str, Any] | None = None) -> Any:
        body = {"action": action} if action else None
        status, answer = ask(self.port, "POST" if action else "GET", path, body)
        assert status < 400, answer
        return answer

    def wait(self) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OSError):
                self.ask("/healthz")
                return
            assert self.process.poll() is None, self.process.communicate()
            time.sleep(0.02)
        raise AssertionError("no answer")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[float, int, str, str]:
        began = time.monotonic()
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=60)
        return time.monotonic() - began, self.process.returncode, out, err


@contextmanager
def serving(data: Path, *options: str, within: Sequence[str] = ()) -> Iterator[Serving]:
    """*within* begins the command, if it is for another namespace."""
    port = free_port(HERE)
    words = ["serve", "--data", str(data), "--host", HERE, "--port", str(port), *options]
    with running(words, port, within=within) as table:
        yield table


@contextmanager
def running(
    words: list[str], port: int, program: str = "cribble", within: Sequence[str] = ()
) -> Iterator[Serving]:
    process = subprocess.Popen(
        [*within, sys.executable, "-m", program, *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    )
    try:
        table = Serving(process, port)
        table.wait()
        yield table
    finally:
        process.kill()
        process.communicate()
