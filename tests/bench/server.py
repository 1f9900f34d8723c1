"""The shipped server as a child process: started on a folder, asked, weighed and stopped."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, NamedTuple

from cribble.system.network import free_port

HERE = "127.0.0.1"
SERVE = (sys.executable, "-m", "cribble", "serve")
PATIENCE = 60.0
JSON = {"Content-Type": "application/json"}


class Served(NamedTuple):
    """A running server: its process, its port, and how long it took to answer the first time."""

    process: subprocess.Popen[bytes]
    port: int
    first_answer: float

    def connect(self) -> HTTPConnection:
        """A connection that stays open."""
        return HTTPConnection(HERE, self.port, timeout=PATIENCE)

    def memory(self) -> tuple[float, float]:
        """MB resident, and of them the share that is this process's own (PSS)."""
        shares = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text(encoding="ascii")
        kb = {line.split(":")[0]: line.split()[1] for line in shares.splitlines()[1:]}
        return int(kb["Rss"]) / 1024, int(kb["Pss"]) / 1024


@contextmanager
def serving(
    folder: Path,
    command: Sequence[str] = SERVE,
    *,
    checkout: Path | None = None,
    first: str = "/api/v1/state",
) -> Iterator[Served]:
    """*command* serving the table kept in *folder*, from the answer to *first* to its end.

    *checkout* is the folder that it is run in: this one's unless another is named.
    """
    port = free_port(HERE)
    options = ["--port", str(port), "--host", HERE, "--data", str(folder), "--access", "open"]
    with (folder / "said.txt").open("wb") as said:
        began = perf_counter()
        process = subprocess.Popen(
            [*command, *options],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
            cwd=checkout,
        )
        try:
            _wait(process, port, folder, first)
            yield Served(process, port, perf_counter() - began)
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(process: subprocess.Popen[bytes], port: int, folder: Path, path: str) -> None:
    """Wait until *path* is answered."""
    until = perf_counter() + PATIENCE
    while perf_counter() < until:
        try:
            with closing(HTTPConnection(HERE, port, timeout=PATIENCE)) as first:
                ask(first, "GET", path, 200)
        except ConnectionError:
            if process.poll() is not None:
                break
            sleep(0.002)
        else:
            return
    raise RuntimeError(f"the server does not answer: {(folder / 'said.txt').read_text()}")


def ask(
    connection: HTTPConnection, method: str, path: str, wanted: int, body: bytes | None = None
) -> dict[str, Any]:
    """Return what is answered, which must have the status *wanted*; *body* is JSON."""
    connection.request(method, path, body, JSON if body else {})
    response = connection.getresponse()
    told = response.read()
    assert response.status == wanted, (response.status, told)
    answer: dict[str, Any] = json.loads(told)
    return answer
