"""More phones than usual, and misbehaving ones, at a table in a separate process."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from bench.server import Served, ask, serving
from cribble.demo import Bot
from scorekeeper.game.codec import to_json
from scorekeeper.game.engine.decide import apply
from scorekeeper.game.state import Game
from tests.kit.drivers.waiting import soon
from tests.web.live.attackers import ATTACKS

DROPS = 20
"""Connections lost per second."""

BREATH = 0.2
"""Seconds from a response to the next entry."""

MORE_MEMORY, MORE_FILES = 10, 5
"""Allowed growth in MB and file descriptors."""

SHORT, LONG = 1, 600
"""Seconds: in `make test`, in `make soak`."""

SETTLED = {SHORT: 1, LONG: 200}
"""Seconds until memory is measured: buffers for phones are reused, but it takes minutes until there
are enough for two hundred."""

LATEST = {SHORT: 5.0, LONG: 0.1}
"""Maximum seconds for an entry; in `make test` other work is done in parallel."""

SLOW = ("silent", "slow heads", "slow bodies", "unread answers", "nonsense")


class Evening:
    """Cards played one by one, and the seconds until each was accepted."""

    def __init__(self, served: Served) -> None:
        self._served, self._dealer, self._game = served, Bot(Random(31)), Game()
        self._entered = 0
        self.took: list[float] = []

    def play(self, seconds: float) -> None:
        phone, ends = self._served.connect(), monotonic() + seconds
        while (began := monotonic()) < ends:
            playing = self._game.players
            action = (
                self._dealer.next_action(self._game) if playing else self._dealer.begin("cribble")
            )
            entry = {"action": action, "seen": self._entered, "key": f"entry {self._entered}"}
            ask(phone, "POST", "/api/v1/actions", 201, to_json(entry))
            self._entered += 1
            self.took.append(monotonic() - began)
            self._game, _ = apply(self._game, action)
            sleep(BREATH)
        phone.close()

    def p99(self) -> float:
        return sorted(self.took)[-1 - len(self.took) // 100]

    def __str__(self) -> str:
        most = 1000 * max(self.took)
        return f"{len(self.took):,} entries, p99 {1000 * self.p99():.0f} ms, at most {most:.0f} ms"


def files(served: Served) -> int:
    return len([*Path(f"/proc/{served.process.pid}/fd").iterdir()])


@contextmanager
def phones(served: Served, many: int) -> Iterator[str]:
    """Context manager: *many* phones that lose connections constantly."""
    command = [sys.executable, "-m", "bench.phones", *map(str, (served.port, many, DROPS))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"following\n"
        yield f"{many} phones follow, {DROPS} lines are lost a second"
        sleep(1)  # The last entry is still being sent to them.
        told, _ = process.communicate()
    heard = {int(version): at for version, at in json.loads(told).items()}
    print(f"{len(heard[max(heard)])} phones have the last entry")


def leaves_nothing(
    served: Served, beside: AbstractContextManager[str], *, settled: int, seconds: int, waits: int
) -> None:
    """Play in parallel with *beside*; entries must be fast, and no memory or descriptors leak."""
    evening, before = Evening(served), files(served)
    with beside as told:
        evening.play(settled)
        memory = served.resident_mb()
        evening.play(seconds)
        more = served.resident_mb() - memory
    soon(lambda: files(served) <= before + MORE_FILES, waits)
    print(f"{told}, {seconds} s: ")
    print(f"{evening}, {more:+.1f} MB of {memory:.1f}, {files(served) - before:+} descriptors")
    assert more < MORE_MEMORY
    assert evening.p99() < LATEST[seconds]


@pytest.mark.parametrize(
    ("many", "seconds"), [(20, SHORT), pytest.param(200, LONG, marks=pytest.mark.slow)]
)
def test_phones_that_come_and_go_leave_nothing_behind(
    many: int, seconds: int, tmp_path: Path
) -> None:
    with serving(tmp_path) as served:
        beside = phones(served, many)
        leaves_nothing(served, beside, settled=SETTLED[seconds], seconds=seconds, waits=10)


@contextmanager
def strangers(served: Served, many: int, *kinds: str) -> Iterator[str]:
    """Context manager: *many* connections of each of the *kinds*."""
    attackers = (sys.executable, "-m", "tests.web.live.attackers")
    command = [*attackers, str(served.port), str(many), *kinds]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        yield f"{many} × {', '.join(kinds)}"
        process.kill()


@pytest.mark.slow
def test_slow_clients_harm_nobody(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        beside = strangers(served, 10, *SLOW)
        leaves_nothing(served, beside, settled=10, seconds=LONG, waits=60)


@pytest.mark.parametrize("seconds", [0.5, pytest.param(40, marks=pytest.mark.slow)])
def test_entries_go_on_during_an_attack_from_one_address(seconds: float, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        evening = Evening(served)
        for kind in ATTACKS:
            evening.took.clear()
            with strangers(served, 100, kind) as told:
                evening.play(seconds)
            print(f"{told}, {seconds} s: {evening}")
            assert evening.took
            assert seconds < 1 or evening.p99() <= 0.1
