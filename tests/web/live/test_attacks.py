"""A stranger in the network with a hundred connections of one kind: entries go on all the same."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from bench.server import Served, serving
from tests.kit.players.attackers import ATTACKS
from tests.web.live.test_load import Evening

MANY: Final = 100
QUICK, WHOLE = 2, 40
"""Seconds: in `make test`, in `make soak`."""


@contextmanager
def attacked(served: Served, kind: str) -> Iterator[None]:
    """So many connections from one address."""
    command = [sys.executable, "-m", "tests.kit.players.attackers", str(served.port), kind]
    with subprocess.Popen([*command, str(MANY)], stdin=subprocess.PIPE) as stranger:
        yield
        stranger.kill()


@pytest.mark.parametrize("seconds", [QUICK, pytest.param(WHOLE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", list(ATTACKS))
def test_entries_go_on_during_an_attack_from_one_address(
    kind: str, seconds: int, tmp_path: Path
) -> None:
    with serving(tmp_path) as served, attacked(served, kind):
        evening = Evening(served)
        evening.play(seconds)
    print(f"{MANY} × {kind}, {seconds} s: {evening}")
    assert evening.took
    assert seconds == QUICK or evening.p99() <= 0.1
