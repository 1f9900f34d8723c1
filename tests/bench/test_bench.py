"""The benchmark runs. What it measures here are numbers of a busy machine: nobody looks at them."""

import subprocess
import sys
from typing import Final

import pytest

from tests.bench.__main__ import PARTS
from tests.kit.paths import ROOT

QUESTIONS: Final = {
    "counting": ("cribbage-scorer",),
    "starting": ("Start to first answer", "Memory, idle"),
    "processor": ("Processor time of a start", "Processor time of an entry, 4 phones"),
    "lights": (
        "A frame of 363 lights",
        "The lights' loop while something moves",
    ),
    "slow_phone": (
        "A frame of 124 lights on `/keys`",
        "A frame of 124 lights on `/strip`",
        *(f"seen on `{path}`" for path in ("/", "/keys", "/board", "/strip")),
        *(f"Key pressed on `{path}`" for path in ("/", "/keys")),
    ),
    "bridge": ("Adalight's bytes for one frame",),
    "keys": (
        "Key to light, a keypad on USB",
        "Key to light, 16 keys on pins",
        "Key to light, the page's keys",
    ),
    "entries": (
        "Entry to the first frame that it changes, 2 streams",
        "Entry to phone, 2 streams",
    ),
    "peer": ("Entry to 2 phones, p99, times that of a bare server",),
    "broker": ("Entry to its answer with a broker that is a black hole",),
    "hub": ("5 tables, a state a second", "A hub that starts with 5 states and 10 results"),
    "small": ("at 25 % of a core",),
    "weighing": ("Memory after 20 entries",),
    "growing": ("5 finished games, each a match", "5 finished games, all one match"),
    "mending": ("Putting the first of",),
}
QUICK: Final = ("counting", "starting", "lights", "bridge", "weighing", "mending")
"""The parts that take a second of processor at most; `make soak` runs the others."""


def test_every_part_of_the_benchmark_is_tried() -> None:
    assert QUESTIONS.keys() == PARTS.keys()


@pytest.mark.parametrize(
    "part", [pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in QUESTIONS]
)
def test_make_bench_answers_every_question(part: str) -> None:
    """A few of each are measured, and each figure stands in its row."""
    said = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--quick", part],
        cwd=ROOT,
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
    )
    assert (said.stderr, said.returncode) == ("", 0)
    rows = [line for line in said.stdout.splitlines() if line.startswith("| ")]
    missing = [what for what in QUESTIONS[part] if not any(what in row for row in rows)]
    assert not missing, f"nothing about {missing} in\n{said.stdout}"
