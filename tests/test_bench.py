"""The benchmark runs; its figures here are those of a busy machine, and are not looked at."""

import subprocess
import sys

import pytest

from bench.__main__ import PARTS
from tests.kit.paths import ROOT

CHEAP = {"counting", "lights", "mending"}
"""The parts that take a second of processor at most; `make soak` runs the others."""


@pytest.mark.parametrize(
    "part", [pytest.param(one, marks=() if one in CHEAP else pytest.mark.slow) for one in PARTS]
)
def test_each_part_of_the_benchmark_prints_its_rows(part: str) -> None:
    command = [sys.executable, "-m", "bench", "--quick", part]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, encoding="utf-8")
    assert (done.stderr, done.returncode) == ("", 0)
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    assert len(rows) > 2, "the head, and a figure"
