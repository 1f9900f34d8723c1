"""A server as a child process, phones that follow it, and a game played on it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from time import monotonic_ns, perf_counter, sleep
from typing import Any, Final, NamedTuple

from cribble.demo import Bot
from cribble.system.network import free_port
from scorekeeper.game.actions import Action
from scorekeeper.game.codec import to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.state import Game

HERE: Final = "127.0.0.1"
OURS: Final = (sys.executable, "-m", "cribble", "serve")
BARE: Final = (sys.executable, "-m", "bench.bare_server")
PATIENCE: Final = 60.0
BREATH: Final = 0.03
"""Delay before the next entry in seconds; the pegs are still moving."""
CPU_CLOCK: Final = 2
"""Combined with a process id, the id of that process's CPU clock on Linux."""


class Served(NamedTuple):
    """A running server: process, port, and seconds until the first response."""

    process: subprocess.Popen[bytes]
    port: int
    first_answer: float

    def connect(self) -> HTTPConnection:
        """Return a persistent connection."""
        return HTTPConnection(HERE, self.port, timeout=PATIENCE)

    def resident_mb(self) -> float:
        """Return the resident memory in MB."""
        shares = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text(encoding="ascii")
        kb = {line.split(":")[0]: line.split()[1] for line in shares.splitlines()[1:]}
        return int(kb["Rss"]) / 1024

    def processor_ms(self) -> float:
        """Return the CPU time, user and system, in ms."""
        return time.clock_gettime(~self.process.pid << 3 | CPU_CLOCK) * 1_000


@contextmanager
def serving(
    folder: Path, command: Sequence[str] = OURS, *, checkout: Path | None = None
) -> Iterator[Served]:
    """Context manager: runs *command* as server for the table in *folder*, with *checkout* as
    working directory."""
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port(HERE)
    options = ["--port", str(port), "--host", HERE, "--data", str(folder)]
    options += [] if "hub" in command else ["--access", "open"]
    with (folder / "output").open("wb") as output:
        began = perf_counter()
        process = subprocess.Popen(
            [*command, *options],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
            cwd=checkout,
        )
        try:
            while True:
                try:
                    with closing(HTTPConnection(HERE, port, timeout=PATIENCE)) as first:
                        ask(first, "GET", "/healthz", 200)
                    break
                except ConnectionError:
                    gone = process.poll() is not None or perf_counter() - began > PATIENCE
                    if gone:
                        raise RuntimeError((folder / "output").read_text()) from None
                    sleep(0.002)
            yield Served(process, port, perf_counter() - began)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def ask(
    line: HTTPConnection, method: str, path: str, wanted: int, body: bytes | None = None
) -> dict[str, Any]:
    """Send a request; return the JSON response, which must have the status *wanted*."""
    line.request(method, path, body, {"Content-Type": "application/json"} if body else {})
    response = line.getresponse()
    content = response.read()
    assert response.status == wanted, (response.status, content)
    answer: dict[str, Any] = json.loads(content)
    return answer


class Following(NamedTuple):
    """Phones in a child process."""

    process: subprocess.Popen[str]

    def heard(self) -> dict[int, list[int]]:
        """Return the monotonic times in ns at which phones received each version."""
        sleep(1)  # Wait for the last entry to arrive.
        report, _ = self.process.communicate("")
        return {int(version): times for version, times in json.loads(report).items()}


@contextmanager
def following(served: Served, phones: int) -> Iterator[Following]:
    """Context manager: *phones* phones follow the table; all have received its state."""
    command = [sys.executable, "-m", "bench.phones", str(served.port), str(phones)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )
    try:
        assert process.stdout
        assert process.stdout.readline() == "following\n"
        yield Following(process)
    finally:
        process.kill()
        process.wait()


class Entry(NamedTuple):
    """An entry: its version, and when it was sent and answered, in ns."""

    version: int
    sent: int
    answered: int


def play(served: Served, wanted: int, breath: float = BREATH) -> Iterator[Entry]:
    """Enter *wanted* actions of a four-handed game, one after another."""
    dealer, game, phone = Bot(Random(31)), Game(), served.connect()
    action: Action = dealer.begin("cribble")
    for seen in range(wanted):
        body = to_json({"action": action, "seen": seen, "key": f"entry {seen}"})
        sent = monotonic_ns()
        answer = ask(phone, "POST", "/api/v1/actions", 201, body)
        yield Entry(answer["entry"], sent, monotonic_ns())
        game, _ = apply(game, action)
        action = dealer.next_action(game)
        sleep(breath)
