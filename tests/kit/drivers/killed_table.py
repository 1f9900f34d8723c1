"""Kill a table while phones enter points, and check the result.

Each time `cribble serve` is killed with SIGKILL at a random moment and restarted on the same data.
Acknowledged entries must exist exactly once, under the version that was answered; others are resent
with their key, and must then exist exactly once, too.

Run as a program, it imports Cribble once (which takes half a second) and forks a child for each
line of JSON: the real command with the arguments of the line, which shares nothing.
"""

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any, Self

# Imported here, so that no child has to: the imports of `cribble serve`.
import cribble.serve.run  # noqa: F401
from cribble.cli.main import main
from cribble.system.network import free_port
from tests.kit.paths import ROOT

PHONES = 2
START = {
    "do": "start",
    "rules": "six-card",
    "players": ["Ann", "Ben"],
    "dealer": 1,
    "scores": [5, 5],  # so that there is a point to take back
}
ABANDON = {"do": "abandon"}
KILLS_IN_A_MATCH = 5
PATIENCE = 180.0
"""Timeout in seconds, long enough for a busy machine."""


class Program:
    """The real program, killed and restarted again and again on the same port and data."""

    def __init__(self, data: Path) -> None:
        self.port = free_port("127.0.0.1")
        options = ("--port", str(self.port), "--host", "127.0.0.1", "--access", "open")
        self._said = data / "stderr"
        self._asked = {
            "arguments": ["serve", "--data", str(data), *options],
            "said": str(self._said),
        }
        self._number = 0

    def __enter__(self) -> Self:
        self._nursery = subprocess.Popen(
            [sys.executable, "-m", __name__],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._nursery.communicate()

    def start(self) -> None:
        assert self._nursery.stdin
        print(json.dumps(self._asked), file=self._nursery.stdin, flush=True)
        self._number = int(self._told())
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.ask("GET", "/healthz")
            except OSError:
                time.sleep(0.01)
            else:
                return
        raise AssertionError(f"the program does not start: {self._said.read_text()}")

    def kill(self) -> None:
        if self._number:
            os.kill(self._number, signal.SIGKILL)
            assert self._told() == "gone"
        self._number = 0

    def _told(self) -> str:
        assert self._nursery.stdout
        return self._nursery.stdout.readline().strip()

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Send a request; raise OSError or HTTPException without an answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request(
                method, path, json.dumps(body), headers={"Content-Type": "application/json"}
            )
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            line.close()


class Phone:
    """Enters a point and takes it back, again and again; records acknowledged entries."""

    def __init__(self, program: Program, team: int) -> None:
        self.program, self.team = program, team
        self.acknowledged: dict[str, int] = {}
        self.cut_off = 0

    def enter_until_cut_off(self) -> None:
        try:
            while True:
                self._enter()
        except (OSError, http.client.HTTPException):
            self.cut_off += 1

    def _enter(self) -> None:
        number = len(self.acknowledged)
        key = f"{self.team}-{number}"
        peg = {"do": "peg", "team": self.team, "points": -1 if number % 2 else 1, "reason": key}
        status, told = self.program.ask("POST", "/api/v1/actions", {"action": peg, "key": key})
        assert status == 201, told
        self.acknowledged[key] = told["entry"]


def kill_again_and_again(kills: int, data: Path) -> int:
    """Kill the program repeatedly; raise AssertionError if an entry is lost or duplicated. Return
    the number of acknowledged entries."""
    chance, began = random.Random(0), time.monotonic()
    with Program(data) as program:
        phones = [Phone(program, team) for team in range(PHONES)]
        program.start()
        for number in range(kills):
            if number % KILLS_IN_A_MATCH == 0:
                begin(program, abandon=number > 0)
            let_them_enter(program, phones, chance)
            program.start()
        check(program, phones)
    acknowledged, cut_off = acknowledged_by(phones), sum(phone.cut_off for phone in phones)
    print(
        f"{kills:,} kills, {acknowledged:,} acknowledged entries, 0 lost, 0 twice; "
        f"{cut_off} were cut off and sent again; {time.monotonic() - began:.0f} s"
    )
    return acknowledged


def begin(program: Program, *, abandon: bool) -> None:
    for action in (ABANDON, START) if abandon else (START,):
        status, told = program.ask("POST", "/api/v1/actions", {"action": action})
        assert status == 201, told


def let_them_enter(program: Program, phones: list[Phone], chance: random.Random) -> None:
    entering = [Thread(target=phone.enter_until_cut_off) for phone in phones]
    for thread in entering:
        thread.start()
    wait_for(phones, more=chance.randrange(40))
    time.sleep(chance.uniform(0, 0.01))
    program.kill()
    for thread in entering:
        thread.join()


def wait_for(phones: list[Phone], more: int) -> None:
    end, wanted = time.monotonic() + 1, acknowledged_by(phones) + more
    while acknowledged_by(phones) < wanted and time.monotonic() < end:
        time.sleep(0.001)


def acknowledged_by(phones: list[Phone]) -> int:
    return sum(len(phone.acknowledged) for phone in phones)


def check(program: Program, phones: list[Phone]) -> None:
    lines = journal(program)
    assert [line["version"] for line in lines] == list(range(1, len(lines) + 1))
    entered = [line for line in lines if line["asked"]["do"] == "peg"]
    standing = {line["asked"]["reason"]: line["version"] for line in entered}
    assert len(standing) == len(entered), "an entry is there twice"
    for phone in phones:
        lost = phone.acknowledged.items() - standing.items()
        assert not lost, f"acknowledged, but not there: {sorted(lost)}"


def journal(program: Program) -> list[Any]:
    lines: list[Any] = []
    while True:
        _, told = program.ask("GET", f"/api/v1/journal?after={len(lines)}&limit=500")
        lines += told["lines"]
        if len(lines) >= told["version"] or not told["lines"]:
            return lines


def child(arguments: list[str], said: str) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    os.dup2(os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    sys.argv = ["cribble", *arguments]
    main()


def nurse() -> None:
    """For each line, fork a child, print its process id, and later that it has ended."""
    for line in sys.stdin:
        number = os.fork()
        if not number:
            child(**json.loads(line))
            return
        print(number, flush=True)
        os.waitpid(number, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    nurse()
